/**
 * The roles, as the wire and the command line name them. They are in a separate file, because screens must not
 * load the table of roles.
 */
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
 * Header with which an administrator of accounts gets the answers of the named role. It removes the capabilities that
 * the role lacks, and adds none.
 */
export const VIEW_AS_HEADER = 'x-simiente-view-as';
