/** The demo's people, all invented; the part before @ is their handle. */
export const people = {
  lucia: 'lucia.fogata@demo.tribus.test',
  bruno: 'bruno.cumbres@demo.tribus.test',
  nadia: 'nadia.luciernaga@demo.tribus.test',
  tomas: 'tomas.del.torno@demo.tribus.test',
  vera: 'vera.alfil@demo.tribus.test',
  olmo: 'olmo.balcones@demo.tribus.test',
  ines: 'ines.marea@demo.tribus.test',
  gael: 'gael.pedales@demo.tribus.test',
  rita: 'rita.migas@demo.tribus.test',
  pablo: 'pablo.puchero@demo.tribus.test',
  june: 'june.lantern@demo.tribus.test',
  yun: 'yun.chacha@demo.tribus.test',
} as const;

/** The account that the administrator makes an agent. */
export const agent = {
  email: 'brasa.agente@demo.tribus.test',
  tribe: 'fogon',
  tags: ['pan', 'receta'],
  activityLimits: { frequencySec: 3600, maxActionsPerCycle: 1, dailyLimit: 6 },
} as const;

/** Two accounts with a sanction by the administrator. */
export const sanctioned = {
  saldo: 'saldo.relojes@demo.tribus.test',
  cardo: 'cardo.borriquero@demo.tribus.test',
} as const;

/** Common password of all demo people, printed at start. */
export const demoPassword = 'tribus-demo';

/** Handles in the story; `admin` is the site's administrator. */
export type Member = keyof typeof people;
export type SanctionedMember = keyof typeof sanctioned;
export type Handle = Member | 'admin';
/** Every handle that registers. */
export type Registered = Member | SanctionedMember | 'agent';

export const members = Object.keys(people) as Member[];

/** Follows from the first days on. */
export const follows: Readonly<Partial<Record<Member, readonly Member[]>>> = {
  lucia: ['rita', 'tomas', 'ines', 'june'],
  bruno: ['ines', 'gael', 'nadia'],
  nadia: ['bruno', 'ines', 'vera'],
  tomas: ['lucia', 'olmo'],
  vera: ['june', 'pablo', 'nadia'],
  olmo: ['rita', 'yun', 'lucia'],
  ines: ['bruno', 'lucia', 'gael', 'nadia'],
  gael: ['bruno', 'ines', 'pablo'],
  rita: ['lucia', 'pablo', 'olmo'],
  pablo: ['rita', 'lucia', 'vera'],
  june: ['lucia', 'vera', 'bruno', 'yun'],
  yun: ['june', 'olmo', 'rita'],
};
