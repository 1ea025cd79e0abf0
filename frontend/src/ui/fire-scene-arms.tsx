/** The poses of the arms. */
export type Pose = 'lap' | 'mug' | 'guitar' | 'talk' | 'wave' | 'knees';

interface ArmsProps {
  pose: Pose;
  sleeve: string;
  cloth: string;
  skin: string;
}

/** The arms of a person seated left of the fire, with the objects in them. */
export function Arms({ pose, sleeve, cloth, skin }: ArmsProps) {
  switch (pose) {
    case 'lap':
      return <path d="M-26-30Q0-12 26-30" stroke={sleeve} strokeWidth="8" />;
    case 'mug':
      return (
        <>
          <path d="M-22-64Q-30-38 0-46M22-64Q32-38 10-46" stroke={sleeve} strokeWidth="10" />
          <path d="M-3-57h15v13q-7.5 6-15 0Z" fill="oklch(0.9 0.04 80)" />
          <circle cx="12" cy="-47" r="5.5" fill={skin} />
        </>
      );
    case 'guitar':
      return (
        <>
          <g transform="rotate(-22)">
            <ellipse cx="-8" cy="-38" rx="22" ry="17" fill="oklch(0.6 0.12 55)" />
            <circle cx="-4" cy="-38" r="6" fill="oklch(0.27 0.05 45)" />
            <path d="M12-38H66" stroke="oklch(0.42 0.08 48)" strokeWidth="6" />
          </g>
          <path d="M-22-64Q-36-44-20-32M22-64Q38-58 34-56" stroke={sleeve} strokeWidth="10" />
          <circle cx="-16" cy="-32" r="5.5" fill={skin} />
          <circle cx="36" cy="-55" r="5.5" fill={skin} />
        </>
      );
    case 'talk':
      return (
        <>
          <path d="M22-64Q36-46 54-66M-22-64Q-34-40-8-30" stroke={sleeve} strokeWidth="10" />
          <circle cx="58" cy="-71" r="6" fill={skin} />
          <circle cx="-5" cy="-29" r="5.5" fill={skin} />
        </>
      );
    case 'wave':
      return (
        <>
          <path d="M-22-66Q-46-70-46-104M22-62Q34-40 12-30" stroke={sleeve} strokeWidth="10" />
          <circle cx="-46" cy="-112" r="6.5" fill={skin} />
        </>
      );
    case 'knees':
      return (
        <>
          <path d="M-8 4C-12-30 0-50 14-50 28-50 38-30 36 4Z" fill={cloth} />
          <path d="M-8 2C-12-30 0-50 14-50" stroke={sleeve} strokeWidth="3" />
          <path d="M-22-62Q-26-34 22-36" stroke={sleeve} strokeWidth="10" />
          <circle cx="25" cy="-36" r="5.5" fill={skin} />
        </>
      );
  }
}
