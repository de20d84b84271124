import { ActionIcon } from '@mantine/core';
import type { StaffAccount } from '@simiente/contract/accounts/calls';
import { IconDots } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { useRowTabIndex } from '../../ui/table/row-focus.ts';
import classes from './AccountMenu.module.css';
import type { AccountAct } from './account-words.ts';

const AccountMenuItems = lazyOnUse(() => import('./AccountMenuItems.tsx'));

interface AccountMenuProps {
  account: StaffAccount;
  onAct: (act: AccountAct) => void;
}

/** The button at the end of a row, with the acts on the account. */
export function AccountMenu({ account, onAct }: AccountMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const tabIndex = useRowTabIndex();
  return (
    <span className={`${classes.menu} si-above-link`}>
      <ActionIcon
        ref={button}
        size={32}
        aria-label={`Acciones de ${account.name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(tabIndex !== undefined && { tabIndex })}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        <IconDots size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <AccountMenuItems
            account={account}
            onAct={onAct}
            onClose={() => {
              setOpen(false);
              button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </span>
  );
}
