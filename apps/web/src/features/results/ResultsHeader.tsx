import { describeCalendarDay } from '@simiente/contract/format/dates';
import type { Patient } from '@simiente/contract/patients/calls';
import type { ResultSet } from '@simiente/contract/results/calls';
import { IconPrinter } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { usePrintFooter } from '../../lib/use-print-footer.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import type { ButtonKind } from '../../ui/buttons/LinkButton.tsx';
import { EmptyTrayArt } from '../../ui/illustrations/state-art.tsx';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';
import { PageHeader } from '../../ui/list/PageHeader.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ExportLine } from '../list-exports/public.ts';
import { patientCrumb, patientsCrumb } from '../patients/public.ts';
import { useCan } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { ResultsLink } from './ResultsLink.tsx';
import classes from './ResultViews.module.css';
import { RESULTS } from './words.ts';

export interface PatientResultsProps {
  readonly patient: Patient;
  /** The latest sample first. */
  readonly sets: readonly ResultSet[];
}

/** The search parameters of a page about a patient's results, and a function that changes some of them. */
export function useResultsSearch() {
  const search = useSearch({ from: '/_shell/_guarded/pacientes/$idUser/resultados/{-$vista}' });
  const navigate = useNavigate({ from: '/pacientes/$idUser/resultados/{-$vista}' });
  const change = (next: Partial<typeof search>) =>
    void navigate({
      search: (previous) => ({ ...previous, ...next }),
      replace: true,
      resetScroll: false,
    });
  return { search, change };
}

interface ResultsHeaderProps extends Omit<ComponentProps<typeof PageHeader>, 'title' | 'context'> {
  patient: Patient;
  /** Title of the tab and last crumb. */
  name: string;
  /** Title of the header; by default `name`. */
  title?: string;
  context: string;
  /** The results of the page as a file. An account that reads by emergency access may not export. */
  file?: Pick<ComponentProps<typeof ExportLine>, 'request' | 'fileContent' | 'isEmpty'> | undefined;
}

/** Title, breadcrumb and header of a page about a patient's results. */
export function ResultsHeader(props: ResultsHeaderProps) {
  const { patient, name, title = name, context, file, ...header } = props;
  const { idUser, birthDate } = patient;
  const patientName = patient.userData.test.userName ?? patient.name;
  const can = useCan();
  usePrintFooter(
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
      <PageHeader
        {...header}
        title={title}
        context={
          file && can('results.read') ? <ExportLine {...file}>{context}</ExportLine> : context
        }
      />
    </>
  );
}

/** Prints the page; its style sheets have rules for paper. */
export function PrintButton({ kind = 'default' }: { kind?: ButtonKind }) {
  return (
    <Button kind={kind} icon={IconPrinter} onClick={() => window.print()}>
      Imprimir
    </Button>
  );
}

/** Replaces the content of a page without results. */
export function NoResults({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.empty}>
      <EmptyState illustration={<EmptyTrayArt />} title={title}>
        {children}
      </EmptyState>
    </section>
  );
}
