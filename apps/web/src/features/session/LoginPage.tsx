import { LeafPattern } from '../../ui/illustrations/LeafPattern.tsx';
import { Brand } from '../../ui/layout/Brand.tsx';
import { PageTitle } from '../shell/public.ts';
import { LoginForm } from './LoginForm.tsx';
import classes from './LoginPage.module.css';

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
          <h1 className={classes.title}>Bienvenido</h1>
          <p className={classes.prompt}>Ingresa tus credenciales para continuar.</p>
          <LoginForm onSignedIn={onSignedIn} />
        </div>
        <p className={classes.foot}>
          © {new Date().getFullYear()} Simiente · Uso exclusivo del personal autorizado
        </p>
      </main>
    </div>
  );
}
