import { Link } from '@tanstack/react-router';
import { Brand } from '../../../ui/layout/Brand.tsx';
import { PageTitle } from '../../shell/public.ts';
import classes from './LoginPage.module.css';
import formClasses from './SignInForm.module.css';
import { SignInForm } from './SignInForm.tsx';

export function LoginPage({ onSignedIn }: { onSignedIn: () => void }) {
  return (
    <div className={classes.page}>
      <PageTitle>Iniciar sesión</PageTitle>
      <aside className={classes.panel} aria-hidden="true">
        <Brand isOnPanel />
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
          <SignInForm
            header={(isCode) => (
              <>
                <h1 className={classes.title}>
                  {isCode ? 'Verificación en dos pasos' : 'Bienvenido'}
                </h1>
                <p className={classes.prompt}>
                  {isCode
                    ? 'Falta un paso: el código de tu teléfono.'
                    : 'Ingresa tus credenciales para continuar.'}
                </p>
              </>
            )}
            onDone={onSignedIn}
          >
            {'mail' in document.documentElement.dataset && (
              <Link className={formClasses.link} to="/recuperar">
                ¿Olvidaste tu contraseña?
              </Link>
            )}
          </SignInForm>
        </div>
        <p className={classes.footer}>
          © {new Date().getFullYear()} Simiente · Uso exclusivo del personal autorizado
        </p>
      </main>
    </div>
  );
}
