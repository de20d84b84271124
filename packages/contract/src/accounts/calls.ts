import * as z from 'zod';
import { newPassword } from '../account/calls.ts';
import { roles } from '../common/access/role-names.ts';
import { call, openCall, provenCall } from '../common/call.ts';
import { editedVersion, recordId } from '../common/ids.ts';
import { isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { emailText, lineText, storableText } from '../common/text.ts';
import { identityStates } from '../professional-identity/calls.ts';
import { accountSorts, accountStates, waitingIdentities } from './filters.ts';

const role = z.literal(roles, 'Ese rol no existe.');

/** An account of the staff, as administration sees it. */
export const staffAccount = z.strictObject({
  idAccount: recordId,
  name: z.string(),
  email: z.string(),
  state: z.literal(accountStates),
  roles: z.array(role),
  /** New roles that wait for a second administrator; null without a pending change. */
  pending: z
    .strictObject({
      roles: z.array(role),
      at: isoInstant,
      /** Whether the signed-in account may confirm the roles: it neither requested nor gains them. */
      byOther: z.boolean(),
    })
    .nullable(),
  /** The doctor who uses the account; null for other staff. */
  doctor: z.strictObject({ idDoctor: recordId, name: z.string() }).nullable(),
  /** The state of the professional identity; null without one. */
  identity: z.literal(identityStates).nullable(),
  /** Whether a sign-in requires a second step. */
  twoFactor: z.boolean(),
  /** Number of passkeys. */
  passkeys: z.int().min(0),
  /** Whether the account is bound to one at the OpenID Connect provider. */
  provider: z.boolean(),
  /** Time of the last audited request; null without one. */
  lastAccessAt: isoInstantOrNull,
  openSessions: z.int().min(0),
  createdAt: isoInstant,
  /** Whether the signed-in user owns the account. */
  own: z.boolean(),
  version: z.int().min(1),
});
export type StaffAccount = z.infer<typeof staffAccount>;

/** The fields of an account that administration sets, with the validation rules of forms and calls. */
export const staffAccountFields = {
  name: lineText(200).min(1, 'Escribe el nombre.'),
  email: emailText,
  roles: z.array(role).min(1, 'Elige al menos un rol.').max(roles.length),
  idDoctor: recordId.nullable(),
};

export const accountListInput = z.strictObject({
  /** Words of a name or e-mail; case and accents do not matter. */
  search: storableText(200).optional(),
  state: z.literal(['all', ...accountStates]).default('all'),
  role: role.optional(),
  twoFactor: z.literal(['any', 'on', 'off']).default('any'),
  /** Filter by professional identity. */
  identity: z.literal(['any', ...waitingIdentities]).default('any'),
  sort: z.literal(accountSorts).default('name'),
  ...pageInput,
});

export const accountPage = z.strictObject({
  accounts: z.array(staffAccount),
  ...pageOutput,
  /** Counts by state, under the other filters. */
  counts: z.strictObject({
    active: z.int().min(0),
    invited: z.int().min(0),
    suspended: z.int().min(0),
  }),
  /** Number of accounts without a second step. */
  withoutTwoFactor: z.int().min(0),
  suspendedIdentities: z.int().min(0),
  /** Whether a new account needs a role, because some account has a role other than `todo` and `administracion`. */
  rolesInUse: z.boolean(),
});
export type AccountPage = z.infer<typeof accountPage>;

/** Purpose of a link: to accept an invitation, or to choose a new password. */
export const linkKinds = ['invitation', 'password'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** A newly created link. Later answers do not contain its token. */
export const shownLink = z.strictObject({
  kind: z.literal(linkKinds),
  /** Path without the origin. The token is after the number sign, which browsers do not send. */
  path: z.string(),
  until: isoInstant,
});
export type ShownLink = z.infer<typeof shownLink>;

const oneAccount = z.strictObject({ idAccount: recordId });
const account = z.strictObject({ account: staffAccount });
/** `link` is null when it was sent by e-mail. */
const accountWithLink = account.extend({ link: shownLink.nullable() });

export const accountsContract = {
  list: call('accounts.manage')
    .get('/v1/accounts/list', 'Una página de cuentas')
    .input(accountListInput)
    .output(accountPage),
  getOne: call('accounts.manage')
    .get('/v1/accounts/get-one', 'Una cuenta')
    .input(oneAccount)
    .output(staffAccount),
  invite: provenCall('accounts.manage')
    .post(
      '/v1/accounts/invite',
      'Crea una cuenta y un enlace con el que la persona elige su contraseña',
    )
    .input({
      name: staffAccountFields.name,
      email: staffAccountFields.email,
      roles: staffAccountFields.roles.optional(),
      idDoctor: staffAccountFields.idDoctor.optional(),
    })
    .output(accountWithLink),
  update: provenCall('accounts.manage')
    .put(
      '/v1/accounts/update',
      'Cambia los roles o el médico de una cuenta; los datos que no se envían no cambian',
    )
    .input(
      oneAccount.extend({
        roles: staffAccountFields.roles.optional(),
        idDoctor: staffAccountFields.idDoctor.optional(),
        version: editedVersion,
      }),
    )
    .output(account),
  confirmRoles: provenCall('accounts.manage')
    .post(
      '/v1/accounts/confirm-roles',
      'Confirma, desde una segunda cuenta, los roles pendientes de una cuenta',
    )
    .input(oneAccount.extend({ version: z.int().min(1) }))
    .output(account),
  setActive: provenCall('accounts.manage')
    .post('/v1/accounts/set-active', 'Suspende una cuenta, que cierra sus sesiones, o la activa')
    .input(oneAccount.extend({ active: z.boolean() }))
    .output(account),
  endSessions: provenCall('accounts.manage')
    .post('/v1/accounts/end-sessions', 'Cierra las sesiones de una cuenta')
    .input(oneAccount)
    .output(account.extend({ ended: z.int().min(0) })),
  resetTwoFactor: provenCall('accounts.manage')
    .post(
      '/v1/accounts/reset-two-factor',
      'Quita la verificación en dos pasos de una cuenta y cierra sus sesiones',
    )
    .input(oneAccount)
    .output(account),
  removePasskeys: provenCall('accounts.manage')
    .post(
      '/v1/accounts/remove-passkeys',
      'Quita las llaves de acceso de una cuenta y cierra sus sesiones',
    )
    .input(oneAccount)
    .output(account),
  removeProvider: provenCall('accounts.manage')
    .post(
      '/v1/accounts/remove-provider',
      'Quita el vínculo de una cuenta con el servicio externo y cierra sus sesiones',
    )
    .input(oneAccount)
    .output(account),
  makeLink: provenCall('accounts.manage')
    .post(
      '/v1/accounts/make-link',
      'Crea un enlace para elegir contraseña, o el de la invitación si está pendiente; el anterior ya no es válido',
    )
    .input(oneAccount)
    .output(accountWithLink),
};

const token = z.string().regex(/^[\w-]{22}$/, 'El enlace no está completo.');

/** Content of the page of a link. */
export const linkContent = z.strictObject({
  kind: z.literal(linkKinds),
  name: z.string(),
  email: z.string(),
  until: isoInstant,
  /** Whether the link may also bind the account to one at the OpenID Connect provider. */
  canBind: z.boolean(),
});
export type LinkContent = z.infer<typeof linkContent>;

/** The calls of a link's page, which needs no session. */
export const accountLinksContract = {
  /** The answer and the duration are the same for every e-mail. */
  request: openCall
    .post(
      '/v1/account-link/request',
      'Pide por correo un enlace para elegir contraseña; la respuesta es igual haya o no una cuenta. Solo donde hay servidor de correo',
    )
    .input({ email: staffAccountFields.email })
    .output({ received: z.literal(true) }),
  read: openCall
    .post('/v1/account-link/read', 'De quién es un enlace')
    .input({ token })
    .output(linkContent),
  use: openCall
    .post(
      '/v1/account-link/use',
      'Elige la contraseña de la cuenta; el enlace ya no es válido después',
    )
    .input({
      token,
      /** Name for an invitation; by default the account's name. */
      name: lineText(200).min(1, 'Escribe tu nombre.').optional(),
      password: newPassword,
    })
    .output({ email: z.string() }),
};
