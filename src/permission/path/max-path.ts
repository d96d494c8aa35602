/** Longer paths no system takes. */
export const maxPath = 4096;
