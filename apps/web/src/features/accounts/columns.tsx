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

type Identity = StaffAccount['identity'];

/** Words for the states of a professional identity that require an action. */
const identityWords: Partial<Record<NonNullable<Identity>, string>> = {
  pending: 'Firma por confirmar',
  suspended: 'Firma suspendida',
};

const getIdentityWord = (identity: Identity) => identity && identityWords[identity];

function IdentityWord({ identity }: { identity: Identity }) {
  const word = getIdentityWord(identity);
  return (
    word && (
      <span className={classes.identity} data-state={identity}>
        {word}
      </span>
    )
  );
}

function LinkedDoctor({ doctor, identity }: Pick<StaffAccount, 'doctor' | 'identity'>) {
  return (
    <>
      {doctor !== null && <CellLine text={`Dr ${doctor.name}`} />}
      <IdentityWord identity={identity} />
      {doctor === null && !getIdentityWord(identity) && NOTHING}
    </>
  );
}

function SecondStep({ twoFactor, passkeys, provider }: StaffAccount) {
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

const SELF_REMARK = '(tú)';

/** Columns and phone layout of a row, which ends with its menu of actions. */
export function accountLayout(
  renderMenu: (account: StaffAccount) => ReactNode,
): RowLayout<StaffAccount> {
  return {
    columns: toColumns<StaffAccount>(titles, {
      name: {
        sorts: 'asc',
        skeleton: 'person',
        cell: ({ name, own, email }) => (
          <PersonCell
            name={name}
            remark={own ? SELF_REMARK : undefined}
            tone="staff"
            detail={email}
          />
        ),
      },
      roles: {
        width: 'max(150px, 16%)',
        cell: (account) => <Roles {...account} />,
      },
      doctor: {
        width: '13%',
        hideBelow: 'lg',
        cell: (account) => <LinkedDoctor {...account} />,
      },
      twoFactor: {
        // The title in exported files is too long for the column.
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
    mobileRow: (account) => {
      const identity = getIdentityWord(account.identity);
      return {
        title: account.own ? `${account.name} ${SELF_REMARK}` : account.name,
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
            {identity && ` · ${identity.toLocaleLowerCase('es')}`}
          </>
        ),
      };
    },
    getRowName: ({ name }) => name,
  };
}
