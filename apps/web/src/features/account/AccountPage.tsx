import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import type { Account } from '@simiente/contract/account/calls';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { ShortcutSwitch } from '../../ui/layout/shortcuts.tsx';
import { PageHead } from '../../ui/list/PageHead.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { OwnActivity } from '../audit/public.ts';
import { OwnIdentity } from '../professional-identity/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import classes from './AccountPage.module.css';
import { NameSection } from './NameSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PasskeysSection } from './passkeys/PasskeysSection.tsx';
import { ProviderSection } from './provider/ProviderSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { TwoFactorSection } from './two-factor/TwoFactorSection.tsx';
import { useAccount } from './use-account.ts';

const TITLE = 'Mi cuenta';

/** /cuenta: name, password, second step and open sessions of the user's own account. */
export function AccountPage() {
  const { data: account, error, refetch } = useAccount();
  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <PageCrumbs crumbs={[{ label: TITLE }]} />
      <PageHead title={TITLE} context={account?.email} />
      {account && <Sections account={account} />}
      {!account && !error && <Loading />}
      {!account && error && (
        <LoadError title="No se pudo cargar tu cuenta" queries={[{ error, refetch }]} />
      )}
    </>
  );
}

function Sections({ account }: { account: Account }) {
  return (
    <div className={classes.sections}>
      <NameSection account={account} />
      {account.hasPassword && <PasswordSection email={account.email} />}
      <TwoFactorSection account={account} />
      <PasskeysSection account={account} />
      <ProviderSection account={account} />
      <OwnIdentity />
      <SessionsSection />
      <FormSection
        title="Atajos de teclado"
        reason="Se aplica en este navegador. Presiona ? para ver la lista."
      >
        <ShortcutSwitch />
      </FormSection>
      <FormSection title="Tu actividad" reason="Registro de lo que haces en Simiente.">
        <OwnActivity />
      </FormSection>
      <Text c="dimmed" size="sm">
        Simiente {account.release}
      </Text>
    </div>
  );
}

function Loading() {
  return (
    <div className={classes.sections} aria-busy="true">
      <VisuallyHidden role="status">Cargando...</VisuallyHidden>
      <Skeleton className={classes.skeleton} height={64} radius={12} />
      <Skeleton className={classes.skeleton} height={64} radius={12} />
      <Skeleton className={classes.skeleton} height={126} radius={12} />
      <Skeleton className={classes.skeleton} height={190} radius={12} />
    </div>
  );
}
