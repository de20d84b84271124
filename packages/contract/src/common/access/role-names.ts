/** The roles, as the wire and the command line name them. In a file of its own: screens have no table of roles. */
export const roles = [
  'todo',
  'recepcion',
  'laboratorio',
  'medico',
  'administracion',
  'auditoria',
] as const;
export type Role = (typeof roles)[number];

/**
 * Header with which administrators of accounts are answered as an account with the named role. It takes capabilities
 * away and gives none.
 */
export const VIEW_AS_HEADER = 'x-simiente-view-as';
