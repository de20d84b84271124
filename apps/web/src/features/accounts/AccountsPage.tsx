import { ActionIcon, Menu, Select } from '@mantine/core';
import type { AccountPage, StaffAccount } from '@simiente/contract/accounts/calls';
import { accountStates } from '@simiente/contract/accounts/filters';
import type { Role } from '@simiente/contract/common/access/roles';
import {
  IconCertificate,
  IconCircleCheck,
  IconDeviceMobileOff,
  IconDots,
  IconFingerprintOff,
  IconLink,
  IconLogout,
  IconPencil,
  IconUnlink,
  IconUserCheck,
  IconUserOff,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { ChoiceFilter, Toolbar } from '../../ui/list/FilterButton.tsx';
import { useRowTab } from '../../ui/table/row-focus.ts';
import { notifyError, useAct } from '../../ui/toasts/notify.tsx';
import { useIdentityDialog } from '../professional-identity/public.ts';
import { type ListView, RecordsPage, useListView } from '../records/public.ts';
import { viewAs } from '../session/public.ts';
import { AccountForm, type AccountRequest } from './AccountForm.tsx';
import { AccountQuestion, type Asked } from './AccountQuestion.tsx';
import classes from './AccountsPage.module.css';
import { accountList, refreshAccounts, useAccounts } from './account-list.ts';
import { type AccountAct, actsOn, offeredRoles, roleWords, stateWords } from './account-words.ts';
import { type AccountsSearch, accountsSearch } from './accounts-search.ts';
import { accountLayout } from './columns.tsx';
import { LinkDialog, type MadeLink } from './HandedLink.tsx';

/** /cuentas: the accounts with their roles, and the invitation of new ones. */
export function AccountsPage() {
  const view = useListView(accountsSearch, useSearch({ from: '/_shell/_guarded/cuentas' }));
  const loaded = useAccounts(view);
  const { newest } = loaded;
  const [requested, setRequested] = useState<AccountRequest | null>(null);
  const identity = useIdentityDialog(() => refreshAccounts());
  const { asked, isAsking, made, isShowing, act, close } = useActs({
    edit: (record) => setRequested({ record }),
    identity: identity.open,
  });
  const invite = () =>
    setRequested({
      record: null,
      start: newest && !newest.rolesInUse ? { roles: ['todo'] } : {},
    });

  const { estado, rol, paso, firma } = view.search;
  return (
    <>
      <RecordsPage
        title="Cuentas"
        count={newest && describeList(newest, view)}
        searchLabel="Buscar cuenta"
        action={
          <>
            <ViewAsMenu />
            <LockButton icon={IconUserPlus} aria-haspopup="dialog" onClick={invite}>
              Invitar persona
            </LockButton>
          </>
        }
        list={accountList}
        layout={accountLayout((account) => (
          <AccountMenu account={account} onAct={(chosen) => act(chosen, account)} />
        ))}
        loaded={loaded}
        view={view}
        failure="No se pudieron cargar las cuentas"
        onRowOpen={(account) => act('edit', account)}
        empty="Aquí aparecerán las cuentas del personal."
        create={{ label: 'Invitar persona', onClick: invite }}
      >
        <Toolbar
          right={
            <>
              <Select
                className={classes.role}
                aria-label="Rol"
                data={roleOptions}
                value={rol ?? ALL}
                allowDeselect={false}
                onChange={(next) => view.change({ rol: next === ALL ? undefined : (next as Role) })}
              />
              <Select
                className={classes.role}
                aria-label="Firma"
                data={identityOptions}
                value={firma ?? ALL}
                allowDeselect={false}
                onChange={(next) =>
                  view.change({
                    firma: next === ALL ? undefined : (next as 'pending' | 'suspended'),
                  })
                }
              />
              <Select
                className={classes.step}
                aria-label="Verificación en dos pasos"
                data={stepOptions}
                value={paso ?? ALL}
                allowDeselect={false}
                onChange={(next) =>
                  view.change({ paso: next === ALL ? undefined : (next as 'on' | 'off') })
                }
              />
            </>
          }
        >
          <ChoiceFilter
            all="Todas"
            choices={accountStates}
            getName={(state) => stateWords[state].many}
            getTone={(state) => stateWords[state].tone}
            counts={newest?.counts ?? null}
            chosen={estado}
            onChoose={(state) => view.change({ estado: state })}
          />
        </Toolbar>
      </RecordsPage>
      <AccountForm requested={requested} />
      {identity.dialog}
      {asked && <AccountQuestion opened={isAsking} asked={asked} onClose={close} />}
      {made && <LinkDialog opened={isShowing} made={made} onClose={close} />}
    </>
  );
}

function useActs(opening: Readonly<Record<'edit' | 'identity', (account: StaffAccount) => void>>) {
  const [open, setOpen] = useState<'question' | 'link' | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [made, setMade] = useState<MadeLink | null>(null);
  const making = useAct('No se pudo crear el enlace', {
    mutationFn: ({ idAccount }: StaffAccount) => api.accounts.makeLink({ idAccount }),
    onSuccess: ({ data: { account, link } }) => {
      refreshAccounts();
      if (link === null) return;
      setMade({ account, link });
      setOpen('link');
    },
  });
  return {
    asked,
    isAsking: open === 'question',
    made,
    isShowing: open === 'link',
    close: () => setOpen(null),
    act: (act: AccountAct, account: StaffAccount) => {
      if (act === 'edit' || act === 'identity') return opening[act](account);
      if (act === 'link') return making.mutate(account);
      setAsked({ act, account });
      setOpen('question');
    },
  };
}

const ALL = 'todos';
const roleOptions = [
  { value: ALL, label: 'Rol: todos' },
  ...offeredRoles.map((role) => ({ value: role, label: `Rol: ${roleWords[role].name}` })),
];
const stepOptions = [
  { value: ALL, label: 'Verificación: todas' },
  { value: 'on', label: 'Verificación: activa' },
  { value: 'off', label: 'Verificación: sin activar' },
];

const identityOptions = [
  { value: ALL, label: 'Firma: todas' },
  { value: 'pending', label: 'Firma: por confirmar' },
  { value: 'suspended', label: 'Firma: suspendida' },
];

/** '12 cuentas · 2 sin verificación en dos pasos'. */
function describeList(
  { total, withoutTwoFactor, suspendedIdentities }: AccountPage,
  { text }: ListView<AccountsSearch>,
): string {
  const found = pluralize(total, text === '' ? ['cuenta', 'cuentas'] : ['resultado', 'resultados']);
  return [
    found,
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
        <LockButton kind="default">Ver como…</LockButton>
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

const items: Readonly<Record<AccountAct, readonly [icon: TablerIcon, label: string]>> = {
  'confirm-roles': [IconUserCheck, 'Confirmar roles'],
  edit: [IconPencil, 'Editar roles y médico'],
  identity: [IconCertificate, 'Identidad profesional'],
  link: [IconLink, 'Crear enlace para elegir contraseña'],
  'end-sessions': [IconLogout, 'Cerrar sesiones'],
  'reset-two-factor': [IconDeviceMobileOff, 'Quitar verificación en dos pasos'],
  'remove-passkeys': [IconFingerprintOff, 'Quitar llaves de acceso'],
  'remove-provider': [IconUnlink, 'Quitar vínculo externo'],
  suspend: [IconUserOff, 'Suspender'],
  activate: [IconCircleCheck, 'Activar'],
};

interface AccountMenuProps {
  account: StaffAccount;
  onAct: (act: AccountAct) => void;
}

/** The button at the end of a row, with the acts on the account. */
export function AccountMenu({ account, onAct }: AccountMenuProps) {
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
          {actsOn(account).map((act) => {
            const [Icon, label] = items[act];
            const isInvitation = act === 'link' && account.state === 'invited';
            return (
              <Menu.Item
                key={act}
                leftSection={<Icon size={17} stroke={1.7} aria-hidden />}
                onClick={() => onAct(act)}
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
