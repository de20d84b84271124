import { Skeleton } from '@mantine/core';
import { withoutMarkup } from '@simiente/contract/reports/without-markup';
import { Link, useLocation } from '@tanstack/react-router';
import { type ComponentProps, useMemo } from 'react';
import { isUnknownRecord } from '../../../lib/api/failure.ts';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { ChartPageArt } from '../../../ui/illustrations/report-art.tsx';
import { NoResultsArt } from '../../../ui/illustrations/state-art.tsx';
import { EmptyState, type FailedQuery, LoadError } from '../../../ui/page/EmptyState.tsx';
import notice from '../basis/BasisNotice.module.css';
import classes from '../ReportPage.module.css';

function ReportBody({ message, marked }: Pick<ReportTextProps, 'message' | 'marked'>) {
  // Paragraphs never change order and may repeat, so the index is the key.
  const paragraphs = useMemo(
    () => reportParagraphs(message).map((text, index) => ({ index, text })),
    [message],
  );
  return (
    <div className={classes.body} data-testid="report">
      {paragraphs.map(({ index, text }) => (
        <p key={index} data-tone="amber">
          {splitAtMarks(text, marked).map((part) =>
            part.isMarked ? (
              <mark key={part.position} className={notice.quoting}>
                {part.text}
              </mark>
            ) : (
              part.text
            ),
          )}
        </p>
      ))}
    </div>
  );
}

/** A card that replaces the text of a report. */
export function StateCard(props: Partial<ComponentProps<typeof EmptyState>> & { title: string }) {
  return (
    <section className={classes.card}>
      <EmptyState illustration={<NoResultsArt />} {...props} />
    </section>
  );
}

/** Shown without a session: a link to the login that returns here. */
export function SignInToRead() {
  const href = useLocation({ select: (location) => location.href });
  const link = <Link to="/login" search={{ next: href }} />;
  return (
    <StateCard
      illustration={<ChartPageArt />}
      title="Inicia sesión para ver este informe."
      action={<LinkButton link={link}>Iniciar sesión</LinkButton>}
    />
  );
}

export function ReportLoading() {
  return (
    <div className={classes.body} aria-busy="true">
      <p className={classes.loading} role="status">
        Cargando...
      </p>
      {['98%', '92%', '96%', '64%'].map((width) => (
        <Skeleton key={width} height={16} mb={14} width={width} />
      ))}
    </div>
  );
}

interface ReportTextProps {
  message: string;
  isWithdrawn: boolean;
  /** The sentences that quote a changed result. */
  marked: readonly string[];
}

/** The text in force, or the reason for its absence. */
export function ReportText({ message, isWithdrawn, marked }: ReportTextProps) {
  if (message.trim() !== '') return <ReportBody message={message} marked={marked} />;
  return isWithdrawn ? (
    <StateCard title="Retirado">
      Este informe se retiró y no tiene un texto vigente. Puedes consultar sus versiones.
    </StateCard>
  ) : (
    <StateCard title="Todavía no hay un informe.">Aparecerá aquí en cuanto esté listo.</StateCard>
  );
}

export function ReportFailure({ history }: { history: FailedQuery }) {
  return isUnknownRecord(history.error) ? (
    <StateCard
      role="alert"
      title="No encontramos este paciente"
      action={
        <LinkButton kind="default" link={<Link to="/pacientes" />}>
          Ver todos los pacientes
        </LinkButton>
      }
    >
      Puede que se haya eliminado o que la dirección esté mal escrita.
    </StateCard>
  ) : (
    <section className={classes.card}>
      <LoadError title="No se pudo cargar el informe" queries={[history]} />
    </section>
  );
}

/** The text's lines without markup, blank lines and repeated spaces, as at the start of a review. */
export function reportParagraphs(message: string): string[] {
  return withoutMarkup(message)
    .split('\n')
    .map((line) => line.replaceAll(/[ \t\u00A0]+/g, ' ').trim())
    .filter((line) => line !== '');
}

/** Splits a paragraph into the sentences to mark and the text between them. */
function splitAtMarks(paragraph: string, sentences: readonly string[]) {
  // A sentence may begin with another one.
  const longestFirst = sentences.toSorted((first, second) => second.length - first.length);
  const patterns = longestFirst.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  // A separator in brackets becomes part of the result, at the odd positions.
  const separator = new RegExp(`(${patterns.join('|')})`);
  const parts = sentences.length === 0 ? [paragraph] : paragraph.split(separator);
  return parts.map((text, position) => ({ text, position, isMarked: position % 2 === 1 }));
}
