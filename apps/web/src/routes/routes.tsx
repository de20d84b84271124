import type { Capability } from '@simiente/contract/common/access/roles';
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  type ResolveFullPath,
  type ResolveId,
  type Route,
  redirect,
  useLocation,
  useParams,
  useRouter,
} from '@tanstack/react-router';
import { createElement, type ReactNode } from 'react';
import { accountsSearch } from '../features/accounts/accounts-search.ts';
import { auditSearch } from '../features/audit/whole/audit-search.ts';
import { branchesSearch } from '../features/branches/branches-search.ts';
import { examsSearch } from '../features/dashboard/exams-search.ts';
import { agendaSearch } from '../features/doctors/agenda/agenda-search.ts';
import { doctorsSearch } from '../features/doctors/doctors-search.ts';
import { ordersSearch } from '../features/exam-orders/list/orders-search.ts';
import { partnersSearch } from '../features/partners/partners-search.ts';
import { patientsSearch } from '../features/patients/list/patients-search.ts';
import { prospectsSearch } from '../features/prospects/prospects-search.ts';
import { confirmSearch } from '../features/reminders/confirm-search.ts';
import { queueSearch, reportSearch } from '../features/reports/report-search.ts';
import { rangesSearch } from '../features/results/ranges/ranges-search.ts';
import { rightsSearch } from '../features/rights/rights-search.ts';
import { sessionQuery } from '../features/session/session.ts';
import { LoginPage } from '../features/session/sign-in/LoginPage.tsx';
import { nextPath } from '../features/session/sign-in/next-path.ts';
import { LoadFailure, UnknownPage } from '../features/shell/failure-pages.tsx';
import { trashSearch } from '../features/trash/trash-search.ts';
import { periodSearch } from '../lib/period/period.ts';
import { queryClient } from '../lib/query-client.ts';
import { choice, flag, idParam, listSearch, textParam } from '../lib/search-params.ts';
import { FullScreenLoader } from '../ui/page/FullScreenLoader.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Capabilities of which an account needs one to open the page. Absent for a page that every account may open. */
    capabilities?: readonly Capability[];
  }
}

const root = createRootRoute({
  component: Outlet,
  errorComponent: LoadFailure,
  notFoundComponent: UnknownPage,
});

/** Waits for the session; returns null without one. */
const loadSession = () => queryClient.ensureQueryData(sessionQuery);
const whileLoading = { pendingComponent: FullScreenLoader, pendingMs: 0 };

const loginSearch = listSearch({ next: textParam });

/** Not loaded on demand, because it is the first page that users see. */
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  ...loginSearch.route,
  ...whileLoading,
  beforeLoad: async ({ search }) => {
    if (await loadSession()) throw redirect({ href: nextPath(search.next), replace: true });
  },
  component: Login,
});

function Login() {
  const { next } = login.useSearch();
  const router = useRouter();
  const { searchKey, partner } = useLocation({ select: (location) => location.state });
  return (
    <LoginPage onSignedIn={() => router.history.replace(nextPath(next), { searchKey, partner })} />
  );
}

const shell = createRoute({
  getParentRoute: () => root,
  id: '_shell',
  ...whileLoading,
  beforeLoad: async () => {
    await loadSession();
  },
  component: lazyRouteComponent(() => import('./frames.tsx'), 'ShellOrFrame'),
});

/** Without a session, every child page redirects to the login, which returns to the page after the sign-in. */
const guarded = createRoute({
  getParentRoute: () => shell,
  id: '_guarded',
  beforeLoad: async ({ location }) => {
    if (await loadSession()) return;
    const { searchKey, partner } = location.state;
    throw redirect({
      to: '/login',
      search: { next: location.href },
      // The key of the searched text and the partner are not in the URL, so the login passes them on.
      state: { searchKey, partner },
      replace: true,
    });
  },
  component: lazyRouteComponent(() => import('./frames.tsx'), 'Guarded'),
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/login', replace: true });
  },
});

/** Unknown paths, inside the shell, so that the menu is available. */
const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: UnknownPage });

interface PageOptions<Validator> {
  readonly validateSearch?: Validator;
  readonly search?: object;
  readonly staticData?: { readonly capabilities: readonly Capability[] };
  /** Props of the page in addition to the parameters of its path. */
  readonly props?: object;
}

type PageComponent = (props: object) => ReactNode;

/**
 * Makes the function that declares the pages below a route. Their code is loaded on demand. A page gets the
 * parameters of its path as props, and is mounted anew for others.
 */
function pagesOf<Parent extends AnyRoute>(parent: Parent) {
  return <const Path extends string, Module extends object, Validator = undefined>(
    path: Path,
    load: () => Promise<Module>,
    { props, ...options }: PageOptions<Validator> = {},
    name = 'default' as keyof Module & string,
  ) => {
    const Page = lazyRouteComponent(
      load as () => Promise<{ default: PageComponent }>,
      name as 'default',
    );
    const component = () =>
      createElement(Page, { ...(useParams({ strict: false }) as object), ...props });
    return createRoute({
      getParentRoute: () => parent,
      path,
      ...options,
      remountDeps: ({ params }: { params: object }) => params,
      component: Object.assign(component, { preload: Page.preload }),
    } as never) as unknown as Route<
      unknown,
      Parent,
      Path,
      ResolveFullPath<Parent, Path>,
      string,
      ResolveId<Parent, string, Path>,
      Validator
    >;
  };
}

const needs = (...capabilities: readonly Capability[]) => ({ staticData: { capabilities } });
const open = pagesOf(root);
const inShell = pagesOf(shell);
const page = pagesOf(guarded);

const importPage = () => import('../features/people-import/ImportPage.tsx');
const linkPage = () => import('../features/account-links/LinkPage.tsx');
const partnerPages = () => import('../features/partners/form/partner-pages.tsx');
const branchPages = () => import('../features/branches/CreateBranchPage.tsx');
const reportPage = () => import('../features/reports/ReportPage.tsx');

/** The pages for an account with a session. The parameters of each address are those of its file `…-search.ts`. */
const pages = guarded.addChildren([
  page('/home', () => import('../features/dashboard/HomePage.tsx'), periodSearch.route),
  page(
    '/home/actividad',
    () => import('../features/dashboard/activity/ActivityPage.tsx'),
    periodSearch.route,
  ),
  page('/home/estudios', () => import('../features/dashboard/ExamsPage.tsx'), examsSearch.route),
  page(
    '/home/ordenes',
    () => import('../features/exam-orders/DownloadsPage.tsx'),
    periodSearch.route,
  ),
  page('/home/recetas', () => import('../features/dashboard/WaitingPrescriptionsPage.tsx')),
  page(
    '/home/resultados',
    () => import('../features/results/pending/PendingResultsPage.tsx'),
    needs('results.read'),
  ),
  page(
    '/pacientes',
    () => import('../features/patients/list/PatientsPage.tsx'),
    patientsSearch.route,
  ),
  page(
    '/pacientes/citas-sin-paciente',
    () => import('../features/calendly/WithoutPatientPage.tsx'),
  ),
  page('/pacientes/duplicados', () => import('../features/patients/merges/SimilarPage.tsx')),
  page('/pacientes/importar', importPage, {
    ...needs('people.import'),
    props: { kind: 'patients' },
  }),
  // `accesos`: whether the section 'Accesos' is open. In the URL, so that a link can show it.
  page(
    '/pacientes/$idUser',
    () => import('../features/patients/page/PatientPage.tsx'),
    listSearch({ accesos: flag }).route,
  ),
  page(
    '/pacientes/$idUser/doctor-appointments',
    () => import('../features/appointments/history/DoctorAppointmentsPage.tsx'),
  ),
  page(
    '/pacientes/$idUser/recipe-appointments',
    () => import('../features/appointments/history/PrescriptionsPage.tsx'),
  ),
  // `con` is the id of the other patient.
  page('/pacientes/$idUser/fusionar', () => import('../features/patients/merges/MergePage.tsx'), {
    ...listSearch({ con: idParam }).route,
    ...needs('patients.merge'),
  }),
  // One route for all views of results, because every page loads the table of routes.
  page(
    '/pacientes/$idUser/resultados/{-$vista}',
    () => import('../features/results/ResultViews.tsx'),
    listSearch({
      estudio: textParam,
      analito: textParam,
      nombre: textParam,
      examen: idParam,
      juego: idParam,
      antes: idParam,
      despues: idParam,
    }).route,
  ),
  page('/medicos', () => import('../features/doctors/DoctorsPage.tsx'), doctorsSearch.route),
  page(
    '/medicos/$idDoctor',
    () => import('../features/doctors/DoctorPage.tsx'),
    agendaSearch.route,
  ),
  page(
    '/medicos/$idDoctor/horarios',
    () => import('../features/doctors/schedule/SchedulePage.tsx'),
    needs('directory.edit'),
  ),
  page('/partners', () => import('../features/partners/PartnersPage.tsx'), partnersSearch.route),
  page('/partners/create-partner', partnerPages, needs('directory.edit'), 'CreatePartnerPage'),
  page('/partners/create-branch', branchPages, needs('directory.edit'), 'CreateBranchPage'),
  page('/partners/edit-branch/$idBranch', branchPages, needs('directory.edit'), 'EditBranchPage'),
  page(
    '/partner/$idPartner',
    () => import('../features/branches/BranchesPage.tsx'),
    branchesSearch.route,
  ),
  page('/partner/$idPartner/editar', partnerPages, needs('directory.edit'), 'EditPartnerPage'),
  page(
    '/prospectos',
    () => import('../features/prospects/list/ProspectsPage.tsx'),
    prospectsSearch.route,
  ),
  page('/prospectos/importar', importPage, {
    ...needs('people.import'),
    props: { kind: 'prospects' },
  }),
  page('/ordenes', () => import('../features/exam-orders/list/OrdersPage.tsx'), {
    ...ordersSearch.route,
    ...needs('orders.read'),
  }),
  page('/por-confirmar', () => import('../features/reminders/ConfirmPage.tsx'), {
    ...confirmSearch.route,
    ...needs('patients.read'),
  }),
  page('/resultados-recibidos', () => import('../features/results/received/ReceivedPage.tsx'), {
    ...listSearch({ estado: choice(['esperan', 'descartados'], 'esperan') }).route,
    ...needs('results.receive'),
  }),
  page('/por-firmar', () => import('../features/reports/queue/QueuePage.tsx'), {
    ...queueSearch.route,
    ...needs('reports.review', 'reports.statistics'),
  }),
  page('/mensajes-sin-procesar', () => import('../features/inbox/InboxPage.tsx')),
  page('/analitos', () => import('../features/results/ranges/RangesPage.tsx'), {
    ...rangesSearch.route,
    ...needs('analytes.manage'),
  }),
  page(
    '/membrete',
    () => import('../features/letterhead/LetterheadPage.tsx'),
    needs('letterhead.manage'),
  ),
  page('/privacidad', () => import('../features/rights/RightsPage.tsx'), {
    ...rightsSearch.route,
    ...needs('rights.manage'),
  }),
  page('/cuentas', () => import('../features/accounts/AccountsPage.tsx'), {
    ...accountsSearch.route,
    ...needs('accounts.manage'),
  }),
  page('/auditoria', () => import('../features/audit/whole/AuditPage.tsx'), {
    ...auditSearch.route,
    ...needs('audit.read'),
  }),
  page('/papelera', () => import('../features/trash/TrashPage.tsx'), trashSearch.route),
  page('/sistema', () => import('../features/system/SystemPage.tsx'), needs('accounts.manage')),
  page('/cuenta', () => import('../features/account/AccountPage.tsx')),
]);

export const routeTree = root.addChildren([
  start,
  login,
  open('/recuperar', () => import('../features/account-links/ForgottenPasswordPage.tsx')),
  // A link's token is after the number sign, so that no address in a log contains it.
  open('/invitacion', linkPage),
  open('/contrasena', linkPage),
  // Open without a session, because the provider's answer may start it.
  open('/proveedor', () => import('../features/account-links/ProviderReturnPage.tsx')),
  shell.addChildren([
    pages,
    // Open without a session, but then without data.
    inShell('/pacientes/$idUser/actuality', reportPage, {
      ...reportSearch.route,
      props: { kind: 'exam_ai' },
    }),
    inShell('/pacientes/$idUser/fertility-test', reportPage, {
      ...reportSearch.route,
      props: { kind: 'first_medical' },
    }),
    unknown,
  ]),
]);
