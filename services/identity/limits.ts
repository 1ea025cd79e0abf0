/** Specification 1, section 5. */
export const passwordMin = 6;
export const passwordMax = 200;
/** Specification 1, section 9; a notice, not asked for. */
export const minimumAge = 13;
export const emailMax = 254;
export const nameMax = 80;
export const maintenanceMessageMax = 500;
/** Decisions, section 2. */
export const contactSubjects = ['general', 'technical', 'business', 'feedback', 'other'] as const;
export const contactMessageMin = 10;
export const contactMessageMax = 5_000;
/** Specification 1, section 9. */
export const heartbeatSeconds = 60;
/** Decisions, section 2. */
export const sessionDays = 30;
