import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { lowerFirst } from '@simiente/contract/format/lower-first';
import type { Report } from '@simiente/contract/reports/calls';
import type { BasisChangeKind } from '@simiente/contract/reports/states';
import type { BasisChange, ReportBasis } from '@simiente/contract/reports/version';
import { describeWithUnit, formatValueName } from '@simiente/contract/results/words';
import { IconAlertTriangle, IconArrowRight, IconLock, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { pluralize } from '../../../lib/format/numbers.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { useCan } from '../../session/public.ts';
import { versionName } from '../report-words.ts';
import { SignedReasonDialog, type VersionDialogProps } from '../signing/SignedReasonDialog.tsx';
import type { ActionRequest } from '../versions/ActionDialog.tsx';
import classes from './BasisNotice.module.css';

const ActionDialog = lazyOnUse(() => import('../versions/ActionDialog.tsx'));

interface BasisNoticeProps {
  idUser: string;
  name: string;
  report: Report;
  basis: ReportBasis;
  onReview: () => void;
}

/** The results and patient data that changed since a report quoted them, with the next steps of the doctor. */
export default function BasisNotice({ idUser, name, report, basis, onReview }: BasisNoticeProps) {
  const can = useCan();
  const version = report.versions.find(({ idVersion }) => idVersion === report.inForce);
  const [isConfirming, setIsConfirming] = useState(false);
  const [correcting, setCorrecting] = useState<ActionRequest | null>(null);
  if (version === undefined) return null;
  const dialog = {
    idUser,
    idVersion: version.idVersion,
    about: `${versionName(version.number)} · ${name}`,
  };
  const needsItsSigner = can('reports.sign') && !basis.mayConfirm;
  const mayCorrect =
    can('reports.review') && !needsItsSigner && (report.review === null || report.review.isMine);
  const isOne = basis.changes.length === 1;
  const noun = basis.changes.some(({ change }) => change === 'patient') ? 'dato' : 'resultado';
  return (
    <section className={classes.notice} data-tone="amber" aria-labelledby="basis-changed">
      <div className={classes.header}>
        <IconAlertTriangle size={20} stroke={1.7} aria-hidden />
        <h2 id="basis-changed" className={classes.title}>
          {isOne ? `Cambió un ${noun}` : `Cambiaron ${noun}s`} que cita este informe
        </h2>
        <span className={classes.stopped}>
          <IconLock size={16} stroke={1.7} aria-hidden /> Entrega detenida
        </span>
      </div>
      <ul className={classes.rows}>
        {basis.changes.map((change) => (
          <Row key={change.idSource} change={change} />
        ))}
      </ul>
      <div className={classes.footer}>
        <p className={classes.facts}>
          {describeQuotes(basis, isOne)} <DeliveryStatus basis={basis} />
          {needsItsSigner && ' Debe corregirlo o confirmarlo el médico que lo firmó.'}
        </p>
        {can('reports.sign') && basis.mayConfirm && (
          <Button kind="default" onClick={() => setIsConfirming(true)}>
            Sigue siendo válido…
          </Button>
        )}
        {mayCorrect && (
          <Button
            icon={IconPencil}
            onClick={() =>
              report.review ? onReview() : setCorrecting({ action: 'correction', record: null })
            }
          >
            Revisar y corregir
          </Button>
        )}
      </div>
      {correcting && (
        <ActionDialog
          {...dialog}
          requested={correcting}
          onReview={onReview}
          onClose={() => setCorrecting(null)}
        />
      )}
      {isConfirming && (
        <ConfirmDialog {...dialog} basis={basis} onClose={() => setIsConfirming(false)} />
      )}
    </section>
  );
}

/** Verbs for the changes of a result; the name of the author follows. */
const changeVerbs: Readonly<Record<BasisChangeKind, string>> = {
  corrected: 'Corrigió',
  withdrawn: 'Retiró',
  deleted: 'Eliminó el estudio',
  preliminary: 'Marcó como preliminar',
  sample: 'Corrigió la muestra',
  held: 'Puso en espera la muestra',
  patient: 'Cambió la ficha',
};

function Row({ change }: { change: BasisChange }) {
  const { derivedFrom, by, at, reason } = change;
  const { old, now, range, state } = describeCurrent(change);
  return (
    <li className={classes.row}>
      <div>
        <p className={classes.name}>{formatValueName(change)}</p>
        <p className={classes.facts}>
          {derivedFrom ? 'Derivado' : examTypeLabel(change.examType)}
          {change.collectedAt && !derivedFrom && (
            <>
              {' '}
              del <DateText value={change.collectedAt} />
            </>
          )}
        </p>
      </div>
      <p className={classes.values}>
        <s className={classes.old}>{old ?? 'Sin dato'}</s>
        <IconArrowRight size={16} stroke={1.7} aria-label="ahora" />
        <span>
          {now !== null && <b>{now}</b>}
          {range}
          {state && ` ${state}`}
        </span>
      </p>
      <p className={classes.hand}>
        {derivedFrom ? (
          `Se calcula con ${derivedFrom.map((analyte) => lowerFirst(formatValueName({ analyte, name: null }))).join(' y ')}`
        ) : (
          <>
            {changeVerbs[change.change]}{' '}
            {by ?? (change.change === 'patient' ? '' : 'el laboratorio')}
            {at !== null && (
              <>
                , <DateText value={at} hour />
              </>
            )}
            {reason && <span className={classes.reason}>«{reason}»</span>}
          </>
        )}
      </p>
    </li>
  );
}

function describeQuotes({ sentences }: ReportBasis, isOne: boolean): string {
  const pronoun = isOne ? 'lo' : 'los';
  return sentences.length === 0
    ? 'Está en las tablas del informe.'
    : `El informe ${pronoun} cita en ${pluralize(sentences.length, ['frase', 'frases'])}.`;
}

function DeliveryStatus({ basis: { delivered } }: { basis: ReportBasis }) {
  if (delivered === null) return 'No se ha entregado.';
  return (
    <>
      Ya se entregó {pluralize(delivered.times, ['vez', 'veces'])}, la última{' '}
      <DateText value={delivered.last} hour />; el enlace quedó en pausa.
    </>
  );
}

interface ConfirmDialogProps extends VersionDialogProps {
  basis: ReportBasis;
}

/** Confirms, with a reason, that a signed report is still valid although quoted results changed. */
function ConfirmDialog({ idVersion, basis, ...props }: ConfirmDialogProps) {
  const { changes, seen } = basis;
  return (
    <SignedReasonDialog
      {...props}
      title="El informe sigue siendo válido"
      call={{ path: '/v1/reports/confirm', subject: idVersion }}
      send={(reason, confirmation, optionsFor) => {
        const input = { idVersion, reason, seen };
        return api.reports.confirm({ ...input, confirmation }, optionsFor(input));
      }}
      words={{
        submit: 'Confirmar que es válido',
        busy: 'Confirmando…',
        done: 'Se confirmó que el informe sigue siendo válido',
      }}
    >
      <ul className={classes.said}>
        {changes.map((change) => (
          <li key={change.idSource}>{describeChange(change)}</li>
        ))}
      </ul>
      <p className={classes.facts}>
        Tu motivo queda en el historial del informe y en la auditoría, con tu nombre.
      </p>
    </SignedReasonDialog>
  );
}

/** Text such as 'Seguirá citando concentración 14 ×10⁶/mL; el resultado actual es 41 ×10⁶/mL.' */
function describeChange(change: BasisChange): string {
  const { old, now, range, state } = describeCurrent(change);
  const name = lowerFirst(formatValueName(change));
  const noun = change.change === 'patient' ? 'dato' : 'resultado';
  const isNew = now !== null && (now !== old || range !== '');
  const current = state
    ? `ese ${noun} ${state}${isNew ? `: ${now}${range}` : ''}`
    : `el ${noun} actual es ${now}${range}`;
  return `Seguirá citando ${name}${old === null ? '' : ` ${old}`}; ${current}.`;
}

/** Predicates for a changed value, as in 'ese resultado se retiró'. */
const stateWords: Readonly<Record<BasisChangeKind, string>> = {
  corrected: 'tiene otra marca del laboratorio',
  withdrawn: 'se retiró',
  deleted: 'se eliminó con su estudio',
  preliminary: 'es preliminar',
  sample: 'es de otra fecha, laboratorio, método o edición',
  held: 'está en espera de una decisión',
  patient: 'ya no está en la ficha',
};

interface CurrentValue {
  readonly old: string | null;
  readonly now: string | null;
  /** The laboratory's current range in brackets; empty if the range did not change. */
  readonly range: string;
  /** Predicate for the value; null if the new value explains itself. */
  readonly state: string | null;
}

function describeCurrent({ before, after, derivedFrom, change }: BasisChange): CurrentValue {
  const describe = (value: BasisChange['before']) =>
    value && describeWithUnit({ ...value, derived: derivedFrom });
  const [old, now] = [describe(before), describe(after)];
  const isRangeChanged = after !== null && before?.range !== after.range;
  const isUnchanged = now !== null && now === old && !isRangeChanged;
  const isUncalculated = now === null && derivedFrom !== null;
  const isStated = now === null || isUnchanged || change === 'held' || change === 'preliminary';
  return {
    old,
    now,
    range: isRangeChanged ? ` (rango ${after.range ?? 'sin imprimir'})` : '',
    state: isUncalculated ? 'ya no se calcula' : isStated ? stateWords[change] : null,
  };
}
