import { describeCalendarDay } from '@simiente/contract/format/dates';
import type { Patient } from '@simiente/contract/patients/calls';
import type { ResultSet } from '@simiente/contract/results/calls';
import { IconPrinter } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { ApiFailure, isUnknownRecord } from '../../lib/api/failure.ts';
import { usePrintFoot } from '../../lib/use-print-foot.ts';
import type { ButtonKind } from '../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';
import { PageHead } from '../../ui/list/PageHead.tsx';
import { ExportLine } from '../list-exports/public.ts';
import { patientCrumb, patientsCrumb, patientWords, usePatient } from '../patients/public.ts';
import { PendingRecord } from '../records/public.ts';
import { useMay } from '../session/public.ts';
import { NotAllowedPage, PageCrumbs, PageTitle } from '../shell/public.ts';
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

/** Loads a patient and the results for a page about them. */
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

interface ResultsHeadProps extends Omit<ComponentProps<typeof PageHead>, 'title' | 'context'> {
  patient: Patient;
  /** Title of the tab and last crumb. */
  name: string;
  /** By default the name. */
  title?: string;
  context: string;
  /** The results of the page as a file. An account that reads by emergency access may not export. */
  file?: Pick<ComponentProps<typeof ExportLine>, 'request' | 'fileContent' | 'isEmpty'> | undefined;
}

/** Title, breadcrumb and head of a page about a patient's results. */
export function ResultsHead(props: ResultsHeadProps) {
  const { patient, name, title = name, context, file, ...head } = props;
  const { idUser, birthDate } = patient;
  const patientName = patient.userData.test.userName ?? patient.name;
  const may = useMay();
  usePrintFoot(
    birthDate === null ? patientName : `${patientName} · ${describeCalendarDay(birthDate)}`,
  );
  const resultsCrumb: Crumb = {
    label: RESULTS,
    ...(name !== RESULTS && { link: <ResultsLink idUser={idUser} /> }),
  };
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <PageCrumbs
        crumbs={[
          patientsCrumb,
          patientCrumb(idUser, patientName),
          resultsCrumb,
          ...(name === RESULTS ? [] : [{ label: name }]),
        ]}
      />
      <PageHead
        {...head}
        title={title}
        context={
          file && may('results.read') ? <ExportLine {...file}>{context}</ExportLine> : context
        }
      />
    </>
  );
}

/** Prints the page; its style sheets have rules for paper. */
export function PrintButton({ kind = 'default' }: { kind?: ButtonKind }) {
  return (
    <LockButton kind={kind} icon={IconPrinter} onClick={() => window.print()}>
      Imprimir
    </LockButton>
  );
}
