import { useState } from 'react';
import { LeafPattern } from '../../ui/illustrations/LeafPattern.tsx';
import { Brand } from '../../ui/layout/Brand.tsx';
import { PageTitle } from '../shell/public.ts';
import { LoginForm } from './LoginForm.tsx';
import classes from './LoginPage.module.css';
import { SecondStepForm } from './SecondStepForm.tsx';

/** The brand at the left from 62em on; the form at the right, or alone. */
export function LoginPage({ onSignedIn }: { onSignedIn: () => void }) {
  return (
    <div className={classes.page}>
      <PageTitle>Iniciar sesión</PageTitle>
      <aside className={classes.panel} aria-hidden="true">
        <LeafPattern />
        <Brand onPanel />
        <div className={classes.words}>
          <p className={classes.promise}>Fertilidad masculina, con claridad.</p>
          <p className={classes.caption}>
            Expedientes, estudios y citas de cada paciente, en un solo lugar.
          </p>
        </div>
      </aside>
      <main className={classes.side}>
        <div className={classes.brand}>
          <Brand />
        </div>
        <div className={classes.column}>
          <SignInSteps onSignedIn={onSignedIn} />
        </div>
        <p className={classes.foot}>
          © {new Date().getFullYear()} Simiente · Uso exclusivo del personal autorizado
        </p>
      </main>
    </div>
  );
}

/** The password and, where the account asks for one, the second step. */
function SignInSteps({ onSignedIn }: { onSignedIn: () => void }) {
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [reason, setReason] = useState<string>();
  const isCode = step === 'code';

  return (
    <>
      <h1 className={classes.title}>{isCode ? 'Verificación en dos pasos' : 'Bienvenido'}</h1>
      <p className={classes.prompt}>
        {isCode
          ? 'Falta un paso: el código de tu teléfono.'
          : 'Ingresa tus credenciales para continuar.'}
      </p>
      {isCode ? (
        <SecondStepForm
          onDone={onSignedIn}
          onBack={(why) => {
            setReason(why);
            setStep('password');
          }}
        />
      ) : (
        <LoginForm reason={reason} onSignedIn={onSignedIn} onSecondStep={() => setStep('code')} />
      )}
    </>
  );
}
