import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { FullScreenLoader } from '../../ui/page/FullScreenLoader.tsx';
import {
  completeAtProvider,
  nextPath,
  SecondStep,
  secondStepMessage,
  showSignInSummary,
  startSession,
  takeNextPath,
} from '../session/public.ts';
import classes from './LinkPage.module.css';
import { LinkPageLayout } from './LinkPageLayout.tsx';

/** /proveedor: the page to which the OpenID Connect provider sends the browser, with its answer in the query. */
export function ProviderReturnPage() {
  const router = useRouter();
  // Read once, because the query is removed from the address.
  const [query] = useState(() => location.search.slice(1));
  const [needsCode, setNeedsCode] = useState(false);

  /** Opens the page that the user requested, or closes a pop-up over a page that waits for the session. */
  function leave() {
    const next = takeNextPath();
    if (next === null) window.close();
    else router.history.replace(nextPath(next));
  }

  const completing = useQuery({
    queryKey: ['provider-answer', query],
    queryFn: async () => {
      // The provider's answer is a secret, so it must not stay in the history.
      history.replaceState(history.state, '', location.pathname);
      const answer = await completeAtProvider(query);
      if (answer.purpose !== 'sign-in') window.close();
      else if (answer.twoFactorRequired) setNeedsCode(true);
      else {
        await startSession();
        showSignInSummary(answer);
        leave();
      }
      return answer;
    },
    retry: false,
    // The provider's answer can be used once.
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (completing.isPending) return <FullScreenLoader />;
  if (completing.isError) {
    return (
      <LinkPageLayout title="No se pudo continuar">
        <FormAlert message={secondStepMessage(completing.error)} />
        <p className={classes.words}>
          Si esta ventana se abrió sobre otra de Simiente, ciérrala para seguir donde estabas.
        </p>
        <LinkButton kind="default" link={<Link to="/login" />}>
          Ir a iniciar sesión
        </LinkButton>
      </LinkPageLayout>
    );
  }
  if (needsCode) {
    return (
      <LinkPageLayout title="Verificación en dos pasos">
        <SecondStep
          onDone={() => {
            setNeedsCode(false);
            leave();
          }}
          onBack={() => router.history.replace('/login')}
        />
      </LinkPageLayout>
    );
  }
  return (
    <LinkPageLayout title="Listo">
      <p className={classes.words} role="status">
        Ya puedes cerrar esta ventana y seguir donde estabas.
      </p>
      <LinkButton kind="default" link={<Link to="/home" />}>
        Ir a Simiente
      </LinkButton>
    </LinkPageLayout>
  );
}
