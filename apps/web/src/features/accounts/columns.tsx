import type { StaffAccount } from '@simiente/contract/accounts/calls';
import type { Role } from '@simiente/contract/common/access/roles';
import { accountTitles as titles } from '@simiente/contract/common/column-titles';
import {
  IconAlertTriangle,
  IconDeviceMobile,
  IconFingerprint,
  IconLink,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/format/numbers.ts';
import { DateText } from '../../ui/page/DateText.tsx';
import { PersonCell } from '../../ui/status/person.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { CellLine } from '../../ui/table/CellLine.tsx';
import { toColumns } from '../../ui/table/table-types.ts';
import type { RowLayout } from '../records/public.ts';
import { roleWords, stateWords } from './account-words.ts';
import classes from './columns.module.css';

/** Shown for a missing value. */
const NOTHING = '—';

const toRoleWord = (role: Role) => roleWords[role].name.toLocaleLowerCase('es');

/** Pending roles that the account does not have yet. */
const getPendingRoles = ({ roles, pending }: Pick<StaffAccount, 'roles' | 'pending'>) =>
  pending?.roles.filter((role) => !roles.includes(role)) ?? [];

const PENDING = 'pendiente de segunda confirmación';

function Roles(account: Pick<StaffAccount, 'roles' | 'pending'>) {
  const gained = getPendingRoles(account);
  return (
    <span className={classes.roles}>
      {[...account.roles, ...gained].map((role) => (
        <span key={role} className={classes.role} data-pending={gained.includes(role) || undefined}>
          {toRoleWord(role)}
        </span>
      ))}
      {account.pending && <span className={classes.pending}>{PENDING}</span>}
    </span>
  );
}

function State({ state }: Pick<StaffAccount, 'state'>) {
  return <StatusPill tone={stateWords[state].tone} label={stateWords[state].one} />;
}

/** States of a professional identity that require an action. */
const identityWords = {
  pending: 'Firma por confirmar',
  suspended: 'Firma suspendida',
} as const;

function identityWord({ identity }: Pick<StaffAccount, 'identity'>): string | undefined {
  return identity === 'pending' || identity === 'suspended' ? identityWords[identity] : undefined;
}

function IdentityWord({ identity }: Pick<StaffAccount, 'identity'>) {
  const word = identityWord({ identity });
  return (
    word && (
      <span className={classes.identity} data-state={identity}>
        {word}
      </span>
    )
  );
}

function Doctor({ doctor, identity }: Pick<StaffAccount, 'doctor' | 'identity'>) {
  const word = identityWord({ identity });
  return (
    <>
      {doctor !== null && <CellLine text={`Dr ${doctor.name}`} />}
      <IdentityWord identity={identity} />
      {doctor === null && !word && NOTHING}
    </>
  );
}

function SecondStep({
  twoFactor,
  passkeys,
  provider,
}: Pick<StaffAccount, 'twoFactor' | 'passkeys' | 'provider'>) {
  const Icon = twoFactor ? IconDeviceMobile : IconAlertTriangle;
  return (
    <span className={classes.steps}>
      <span className={classes.step} data-missing={!twoFactor || undefined}>
        <Icon size={16} stroke={1.7} aria-hidden />
        {twoFactor ? 'Aplicación' : 'Sin activar'}
      </span>
      {passkeys > 0 && (
        <span className={classes.step}>
          <IconFingerprint size={16} stroke={1.7} aria-hidden />
          {pluralize(passkeys, ['llave', 'llaves'])}
        </span>
      )}
      {provider && (
        <span className={classes.step}>
          <IconLink size={16} stroke={1.7} aria-hidden />
          Vinculada
        </span>
      )}
    </span>
  );
}

function LastAccess({ lastAccessAt }: Pick<StaffAccount, 'lastAccessAt'>) {
  return lastAccessAt === null ? NOTHING : <DateText value={lastAccessAt} />;
}

const OWN = '(tú)';

/** How the rows of the list are rendered, each with the menu of its acts. */
export function accountLayout(
  renderMenu: (account: StaffAccount) => ReactNode,
): RowLayout<StaffAccount> {
  return {
    columns: toColumns<StaffAccount>(titles, {
      name: {
        sorts: 'asc',
        skeleton: 'person',
        cell: ({ name, own, email }) => (
          <PersonCell name={name} remark={own ? OWN : undefined} tone="staff" detail={email} />
        ),
      },
      roles: {
        width: 'max(150px, 16%)',
        cell: (account) => <Roles {...account} />,
      },
      doctor: {
        width: '13%',
        hideBelow: 'lg',
        cell: (account) => <Doctor {...account} />,
      },
      twoFactor: {
        // The title of the file is longer, because it has room.
        header: 'Verificación',
        width: '128px',
        hideBelow: 'md',
        cell: (account) => <SecondStep {...account} />,
      },
      lastAccess: {
        sorts: 'desc',
        width: '126px',
        hideBelow: 'lg',
        cell: (account) => <LastAccess {...account} />,
      },
      state: {
        width: '124px',
        skeleton: 'pill',
        cell: (account) => (
          <>
            <State {...account} />
            <span className={classes.withoutDoctor}>
              <IdentityWord {...account} />
            </span>
          </>
        ),
      },
      menu: { width: '68px', align: 'right', cell: renderMenu },
    }),
    mobileRow: (account) => ({
      title: account.own ? `${account.name} ${OWN}` : account.name,
      aside: (
        <span className={classes.aside}>
          <State {...account} />
          {renderMenu(account)}
        </span>
      ),
      facts: (
        <>
          <span className={classes.email}>{account.email}</span>
          {[...account.roles, ...getPendingRoles(account)].map(toRoleWord).join(', ')}
          {account.pending && ` (${PENDING})`} ·{' '}
          {account.twoFactor ? <LastAccess {...account} /> : 'sin verificación en dos pasos'}
          {account.passkeys > 0 && ` · ${pluralize(account.passkeys, ['llave', 'llaves'])}`}
          {account.provider && ' · vinculada'}
          {identityWord(account) && ` · ${identityWord(account)?.toLocaleLowerCase('es')}`}
        </>
      ),
    }),
    getName: ({ name }) => name,
  };
}
