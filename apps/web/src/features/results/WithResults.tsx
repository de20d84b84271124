import { describeCalendarDay } from '@simiente/contract/format/dates';
import type { Patient } from '@simiente/contract/patients/calls';
import type { ResultSet } from '@simiente/contract/results/calls';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiFailure, isUnknownRecord } from '../../lib/api/failure.ts';
import { usePrintFoot } from '../../lib/use-print-foot.ts';
import type { ButtonKind } from '../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';
import { patientCrumb, patientsCrumb, patientWords, usePatient } from '../patients/public.ts';
import { PendingRecord } from '../records/public.ts';
import { NotAllowedPage, PageCrumbs } from '../shell/public.ts';
import { ResultsLink } from './ResultsLink.tsx';
import { useResults } from './result-cache.ts';
import { RESULTS } from './words.ts';

export interface ResultsOfPatient {
  readonly patient: Patient;
  /** The latest sample first. */
  readonly sets: readonly ResultSet[];
}

interface WithResultsProps {
  idUser: string;
  title: string;
  shape: ReactNode;
  children: (loaded: ResultsOfPatient) => ReactNode;
}

/** A page about a patient's results, once they are loaded. */
export function WithResults({ idUser, title, shape, children }: WithResultsProps) {
  const patient = usePatient(idUser);
  const sets = useResults(idUser);
  const error = patient.error ?? sets.error;
  if (error instanceof ApiFailure && error.code === 'FORBIDDEN') return <NotAllowedPage />;
  if (isUnknownRecord(error) || !patient.data || !sets.data) {
    return (
      <PendingRecord
        words={{ ...patientWords, tab: title, failure: 'No se pudieron cargar los resultados' }}
        queries={[patient, sets]}
        title={title}
      >
        {shape}
      </PendingRecord>
    );
  }
  return children({ patient: patient.data, sets: sets.data });
}

interface ResultCrumbsProps {
  patient: Patient;
  crumbs: readonly Crumb[];
}

export function ResultCrumbs({ patient, crumbs }: ResultCrumbsProps) {
  const { idUser, birthDate } = patient;
  const name = patient.userData.test.userName ?? patient.name;
  usePrintFoot(birthDate === null ? name : `${name} · ${describeCalendarDay(birthDate)}`);
  return <PageCrumbs crumbs={[patientsCrumb, patientCrumb(idUser, name), ...crumbs]} />;
}

export function resultsCrumb(idUser: string): Crumb {
  return {
    label: RESULTS,
    link: (props) => <ResultsLink idUser={idUser} {...props} />,
  };
}

/** Prints the page; its style sheets have rules for paper. */
export function PrintButton({ kind = 'default' }: { kind?: ButtonKind }) {
  return (
    <LockButton kind={kind} icon={IconPrinter} onClick={() => window.print()}>
      Imprimir
    </LockButton>
  );
}
