import { ActionIcon, Menu, Select } from '@mantine/core';
import type { AccountPage, StaffAccount } from '@simiente/contract/accounts/calls';
import { accountStates } from '@simiente/contract/accounts/filters';
import type { Role } from '@simiente/contract/common/access/roles';
import { IconDots, IconUserPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ChoiceFilter, Toolbar } from '../../ui/list/FilterButton.tsx';
import { useRowTab } from '../../ui/table/row-focus.ts';
import { notifyError, useToastMutation } from '../../ui/toasts/notify.tsx';
import { useIdentityDialog } from '../professional-identity/public.ts';
import { type ListView, RecordsPage, useListView } from '../records/public.ts';
import { viewAs } from '../session/public.ts';
import { AccountForm, type AccountRequest } from './AccountForm.tsx';
import { AccountQuestion, type PendingAction } from './AccountQuestion.tsx';
import classes from './AccountsPage.module.css';
import { refreshAccounts, useAccounts } from './account-list.ts';
import {
  type AccountAction,
  accountActions,
  allowedActions,
  offeredRoles,
  roleWords,
  stateWords,
} from './account-words.ts';
import { type AccountsSearch, accountsSearch } from './accounts-search.ts';
import { accountLayout } from './columns.tsx';
import { type CreatedLink, LinkDialog } from './OneTimeLink.tsx';

/** /cuentas: the accounts with their roles, and the invitation of new ones. */
export function AccountsPage() {
  const view = useListView(accountsSearch, useSearch({ from: '/_shell/_guarded/cuentas' }));
  const loaded = useAccounts(view);
  const { newest } = loaded;
  const [requested, setRequested] = useState<AccountRequest | null>(null);
  const identity = useIdentityDialog(() => refreshAccounts());
  const actions = useAccountActions({
    edit: (record) => setRequested({ record }),
    identity: identity.open,
  });
  const invite = () =>
    setRequested({
      record: null,
      start: newest && !newest.rolesInUse ? { roles: ['todo'] } : {},
    });

  return (
    <>
      <RecordsPage
        title="Cuentas"
        count={newest && describeList(newest, view)}
        searchLabel="Buscar cuenta"
        action={<ViewAsMenu />}
        layout={accountLayout((account) => (
          <AccountMenu account={account} onAction={(action) => actions.start(action, account)} />
        ))}
        loaded={loaded}
        view={view}
        failure="No se pudieron cargar las cuentas"
        onRowOpen={(account) => actions.start('edit', account)}
        empty="Aquí aparecerán las cuentas del personal."
        create={{ label: 'Invitar persona', icon: IconUserPlus, onClick: invite }}
      >
        <Toolbar
          right={selectFilters.map(({ name, label, options }) => (
            <Select
              key={name}
              className={name === 'paso' ? classes.step : classes.role}
              aria-label={label}
              data={options}
              value={view.search[name] ?? ALL}
              allowDeselect={false}
              onChange={(next) => view.change({ [name]: next === ALL ? undefined : next })}
            />
          ))}
        >
          <ChoiceFilter
            all="Todas"
            choices={accountStates}
            getName={(state) => stateWords[state].many}
            getTone={(state) => stateWords[state].tone}
            counts={newest?.counts ?? null}
            chosen={view.search.estado}
            onChoose={(state) => view.change({ estado: state })}
          />
        </Toolbar>
      </RecordsPage>
      <AccountForm requested={requested} />
      {identity.dialog}
      {actions.dialogs}
    </>
  );
}

type Forms = Readonly<Record<'edit' | 'identity', (account: StaffAccount) => void>>;

/**
 * Starts an action on an account: opens its form, asks for a confirmation, or creates a link.
 * @param openForm by action
 */
function useAccountActions(openForm: Forms) {
  const [open, setOpen] = useState<'question' | 'link' | null>(null);
  const [pending, setPending] = useState<PendingAction | null>(null);
  const [created, setCreated] = useState<CreatedLink | null>(null);
  const close = () => setOpen(null);
  const creatingLink = useToastMutation('No se pudo crear el enlace', {
    mutationFn: ({ idAccount }: StaffAccount) => api.accounts.makeLink({ idAccount }),
    onSuccess: ({ data: { account, link } }) => {
      refreshAccounts();
      if (link === null) return;
      setCreated({ account, link });
      setOpen('link');
    },
  });
  return {
    start: (action: AccountAction, account: StaffAccount) => {
      if (action === 'edit' || action === 'identity') return openForm[action](account);
      if (action === 'link') return creatingLink.mutate(account);
      setPending({ action, account });
      setOpen('question');
    },
    dialogs: (
      <>
        {pending && (
          <AccountQuestion opened={open === 'question'} pending={pending} onClose={close} />
        )}
        {created && <LinkDialog opened={open === 'link'} created={created} onClose={close} />}
      </>
    ),
  };
}

const ALL = 'todos';

interface SelectFilter {
  /** The parameter of the URL. */
  readonly name: 'rol' | 'firma' | 'paso';
  readonly label: string;
  readonly options: { readonly value: string; readonly label: string }[];
}

const selectFilters: readonly SelectFilter[] = [
  {
    name: 'rol',
    label: 'Rol',
    options: [
      { value: ALL, label: 'Rol: todos' },
      ...offeredRoles.map((role) => ({ value: role, label: `Rol: ${roleWords[role].name}` })),
    ],
  },
  {
    name: 'firma',
    label: 'Firma',
    options: [
      { value: ALL, label: 'Firma: todas' },
      { value: 'pending', label: 'Firma: por confirmar' },
      { value: 'suspended', label: 'Firma: suspendida' },
    ],
  },
  {
    name: 'paso',
    label: 'Verificación en dos pasos',
    options: [
      { value: ALL, label: 'Verificación: todas' },
      { value: 'on', label: 'Verificación: activa' },
      { value: 'off', label: 'Verificación: sin activar' },
    ],
  },
];

/** '12 cuentas · 2 sin verificación en dos pasos'. */
function describeList(
  { total, withoutTwoFactor, suspendedIdentities }: AccountPage,
  { text }: ListView<AccountsSearch>,
): string {
  const count = pluralize(total, text === '' ? ['cuenta', 'cuentas'] : ['resultado', 'resultados']);
  return [
    count,
    ...(withoutTwoFactor === 0 ? [] : [`${withoutTwoFactor} sin verificación en dos pasos`]),
    ...(suspendedIdentities === 0
      ? []
      : [pluralize(suspendedIdentities, ['firma suspendida', 'firmas suspendidas'])]),
  ].join(' · ');
}

/** 'Ver como…': the product as a role sees it, in this tab. */
export function ViewAsMenu() {
  const navigate = useNavigate();
  // Leaves this page first, because the viewed role may not load it.
  const choose = (role: Role) =>
    void navigate({ to: '/home' })
      .then(() => viewAs(role))
      .catch((error: Error) =>
        notifyError('No se pudo cambiar la vista', { detail: error.message }),
      );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button kind="default">Ver como…</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Solo muestra lo que tu cuenta ya puede ver</Menu.Label>
        {offeredRoles.map((role) => (
          <Menu.Item key={role} onClick={() => choose(role)}>
            {roleWords[role].name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface AccountMenuProps {
  account: StaffAccount;
  onAction: (action: AccountAction) => void;
}

/** The button at the end of a row, with the actions on the account. */
export function AccountMenu({ account, onAction }: AccountMenuProps) {
  const rowTab = useRowTab();
  return (
    <span className={`${classes.menu} si-above-link`}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={32} aria-label={`Acciones de ${account.name}`} {...rowTab}>
            <IconDots size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {allowedActions(account).map((action) => {
            const [Icon, label] = accountActions[action];
            const isInvitation = action === 'link' && account.state === 'invited';
            return (
              <Menu.Item
                key={action}
                leftSection={<Icon size={17} stroke={1.7} aria-hidden />}
                onClick={() => onAction(action)}
              >
                {isInvitation ? 'Crear otro enlace de invitación' : label}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
