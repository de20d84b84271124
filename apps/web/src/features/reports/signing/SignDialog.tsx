import { Checkbox, Select, Textarea } from '@mantine/core';
import { partName } from '@simiente/contract/patients/identification';
import { reportReason } from '@simiente/contract/reports/calls';
import {
  ACCEPTED_SENTENCE,
  type AmendmentType,
  amendmentTypes,
  amendmentTypeWords,
  REPORT_TITLE,
} from '@simiente/contract/reports/states';
import type { WorkingCopy } from '@simiente/contract/reports/working-copy';
import { IconHelpCircle, IconSignature } from '@tabler/icons-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { useRequestKey } from '../../../lib/api/request-key.ts';
import { pluralize } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ViewSwitch } from '../../../ui/list/ViewSwitch.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { ScrollRegion } from '../../../ui/page/ScrollRegion.tsx';
import { PersonAvatar } from '../../../ui/status/person.tsx';
import { type Confirmation, OwnerFields, useOwnerConfirmation } from '../../account/public.ts';
import { UnsavedModal } from '../../record-form/public.ts';
import { WordRuns } from '../compare/WordRuns.tsx';
import { figureName, versionName } from '../report-words.ts';
import { agrees } from '../review/sentence-findings.ts';
import classes from './SignDialog.module.css';
import { NOTHING_TYPED, type Typing, useTyping } from './SignedReasonDialog.tsx';
import { type Signer, SignerGate } from './SignerGate.tsx';

const views = [
  { value: 'exact', label: 'Texto exacto' },
  { value: 'changes', label: 'Diferencias' },
] as const;

interface SignDialogProps {
  copy: WorkingCopy;
  onClose: () => void;
  onSigned: () => Promise<void>;
}

/** 'Firmar informe': the exact text and its changes, the signer, and the proof of identity. */
export default function SignDialog(props: SignDialogProps) {
  const { copy, onClose } = props;
  const { number, patient } = copy;
  const person = patient.age === null ? patient.name : `${patient.name}, ${patient.age} años`;
  const [typing, setTyping] = useState(NOTHING_TYPED);
  return (
    <UnsavedModal
      opened
      {...typing}
      onClose={onClose}
      title="Firmar informe"
      size={920}
      classNames={{ content: classes.content ?? '', body: classes.modalBody ?? '' }}
    >
      {(close) => (
        <>
          {/* Has the focus until the account and the fields have loaded; otherwise 'Cerrar' would take it. */}
          <p className={classes.about} tabIndex={-1} data-autofocus>
            {REPORT_TITLE}, {versionName(number).toLocaleLowerCase('es')} · {person}
          </p>
          <SignerGate className={classes.gate} onCancel={onClose}>
            {(signer) => <SignForm {...signer} {...props} onClose={close} onTyping={setTyping} />}
          </SignerGate>
        </>
      )}
    </UnsavedModal>
  );
}

interface SignFormProps extends Signer, SignDialogProps {
  onTyping: (typing: Typing) => void;
}

function SignForm(props: SignFormProps) {
  const { account, identity, copy, onClose, onSigned, onTyping } = props;
  const { optionsFor } = useRequestKey();
  const [shown, setShown] = useState<(typeof views)[number]['value']>('exact');
  const [isSeen, setSeen] = useState(false);
  const [isAccepted, setAccepted] = useState(false);
  const onSeen = useCallback(() => setSeen(true), []);
  const { idWorkingCopy, version, sha256 } = copy;
  const [amendment, setAmendment] = useState<Amendment>({ type: 'correction', reason: '' });
  const isReasonNeeded = asksForReason(copy);
  const hasReason = !isReasonNeeded || reportReason.safeParse(amendment.reason).success;

  async function sign(confirmation: Confirmation) {
    const input = {
      idWorkingCopy,
      version,
      sha256,
      accepted: ACCEPTED_SENTENCE,
      ...(isReasonNeeded && { amendment }),
    } as const;
    await api.reports.sign({ ...input, confirmation }, optionsFor(input));
    await onSigned();
  }
  const form = useOwnerConfirmation(account, { path: '/v1/reports/sign', subject: sha256 }, sign, {
    isTwoStep: true,
  });
  const isReady = isSeen && hasReason && isAccepted;
  const obstacle = !isSeen
    ? 'Recorre el texto hasta el final.'
    : !hasReason
      ? 'Escribe el motivo, con al menos 5 caracteres.'
      : !isAccepted
        ? 'Marca que leíste el texto completo.'
        : 'Escribe tu contraseña y tu código.';
  useTyping(form, amendment.reason, onTyping);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady) void form.submit();
  }

  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.sides}>
        <div className={classes.left}>
          <div className={classes.views}>
            <ViewSwitch label="Qué se muestra" views={views} value={shown} onChange={setShown} />
            <span className={classes.count}>{describeChanges(copy)}</span>
          </div>
          {/* Stays mounted while the differences are shown, so that the seen pieces are remembered. */}
          <div hidden={shown !== 'exact'}>
            <ExactText text={copy.text} onSeen={onSeen} />
          </div>
          {shown === 'changes' && <SentenceChanges copy={copy} />}
          <Warnings copy={copy} />
          <MissingParts missing={copy.patient.missing} />
        </div>
        <div className={classes.right}>
          <section aria-labelledby="signs-as">
            <h3 id="signs-as" className={classes.caption}>
              Firmas como
            </h3>
            <div className={classes.signer}>
              <PersonAvatar name={identity.fullName} tone="staff" size={40} />
              <div>
                <p className={classes.name}>{identity.fullName}</p>
                <p>
                  {[`Cédula ${identity.cedula}`, identity.specialty].filter(Boolean).join(' · ')}
                </p>
                <p>{identity.institution}</p>
                {identity.specialtyCertificate && (
                  <p>Certificado de especialidad {identity.specialtyCertificate}</p>
                )}
              </div>
            </div>
          </section>
          <AmendmentFields
            copy={copy}
            value={amendment}
            readOnly={form.busy}
            onChange={setAmendment}
          />
          <FormAlert message={form.message} />
          <OwnerFields form={form} takesFocus={false} mayUsePasskey={isReady} />
          <Checkbox
            label={ACCEPTED_SENTENCE}
            checked={isAccepted}
            disabled={form.busy}
            onChange={({ currentTarget: { checked } }) => setAccepted(checked)}
          />
        </div>
      </div>
      <div className={classes.footer}>
        <p className={classes.note}>Después de firmar, solo cambia con una nueva versión.</p>
        <Button kind="default" disabled={form.busy} onClick={onClose}>
          Cancelar
        </Button>
        {form.canSubmit && (
          <Button
            type="submit"
            icon={IconSignature}
            loading={form.busy}
            loadingLabel="Firmando…"
            disabled={!isReady || !form.isFilled}
            disabledReason={obstacle}
          >
            {form.provider === undefined ? 'Firmar' : `Confirmar con ${form.provider}`}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Text such as '4 cambios frente al borrador'. */
function describeChanges(copy: WorkingCopy): string {
  const count = changedSentences(copy).length;
  const base = copy.base.type === 'draft' ? 'al borrador' : `a la versión ${copy.base.number}`;
  return count === 0
    ? `Igual ${base}`
    : `${pluralize(count, ['cambio', 'cambios'])} frente ${base}`;
}

/** Patient data that the law requires in a report and the record lacks. They do not prevent a signature. */
function MissingParts({ missing }: Pick<WorkingCopy['patient'], 'missing'>) {
  if (missing.length === 0) return null;
  const words = new Intl.ListFormat('es-MX').format(missing.map(partName));
  return (
    <section className={classes.warnings} aria-label="Datos que faltan">
      <IconHelpCircle size={17} stroke={1.7} aria-hidden />
      <p>
        En la ficha del paciente falta: {words}. El informe debe llevarlo (NOM-004-SSA3-2012,
        5.2.3); complétalo antes de firmar.
      </p>
    </section>
  );
}

function describeWarning(finding: WorkingCopy['findings'][number]) {
  const { verdict, figure, message, explanation } = finding;
  if (verdict === 'treatment') return `Tratamiento que aceptas: ${figure}`;
  if (verdict === 'unsettled') return `Valor que aceptas: ${message}`;
  return explanation === null ? message : `${message}. Lo explicaste: ${explanation}`;
}

/** The warnings about the text that the signature records: explained, accepted or acknowledged. */
function Warnings({ copy: { findings, sentences, acknowledgedAt } }: { copy: WorkingCopy }) {
  const warnings = findings.filter(
    (finding) => !sentences[finding.sentence]?.struck && !agrees(finding),
  );
  if (warnings.length === 0) return null;
  const unknown = warnings.filter(({ verdict }) => verdict === 'unknown');
  return (
    <section className={classes.warnings} aria-label="Avisos abiertos">
      <IconHelpCircle size={17} stroke={1.7} aria-hidden />
      <div>
        <p>{pluralize(warnings.length, ['aviso abierto', 'avisos abiertos'])}:</p>
        <ul>
          {warnings
            .filter(({ verdict }) => verdict !== 'unknown')
            .map((finding) => (
              <li key={`${finding.start} ${finding.verdict} ${finding.message}`}>
                {describeWarning(finding)}
              </li>
            ))}
          {unknown.length > 0 && (
            <li>Sin verificar con el expediente: {unknown.map(figureName).join('; ')}</li>
          )}
        </ul>
        {acknowledgedAt !== null && unknown.length > 0 && (
          <p>
            Confirmaste las cifras sin verificar: <DateText value={acknowledgedAt} hour />.
          </p>
        )}
      </div>
    </section>
  );
}

interface Amendment {
  readonly type: AmendmentType;
  readonly reason: string;
}

/** Whether the signature needs the kind and reason of an amendment, because the review began without them. */
const asksForReason = ({ replaces, amendment }: Pick<WorkingCopy, 'replaces' | 'amendment'>) =>
  replaces !== null && amendment === null;

interface AmendmentFieldsProps {
  copy: WorkingCopy;
  value: Amendment;
  readOnly: boolean;
  onChange: (value: Amendment) => void;
}

/** The kind and reason of the amendment of a signed version: fields, unless the review began with them. */
function AmendmentFields({ copy, value, readOnly, onChange }: AmendmentFieldsProps) {
  const { replaces, amendment } = copy;
  if (replaces === null) return null;
  return (
    <section className={classes.amendment} aria-labelledby="replaces">
      <h3 id="replaces" className={classes.caption}>
        Sustituye a la versión {replaces.number}, vigente
      </h3>
      {amendment !== null ? (
        <p>
          {amendmentTypeWords[amendment.type]}. Motivo: {amendment.reason}
        </p>
      ) : (
        <>
          <Select
            label="Tipo de cambio"
            allowDeselect={false}
            readOnly={readOnly}
            data={amendmentTypes.map((type) => ({ value: type, label: amendmentTypeWords[type] }))}
            value={value.type}
            onChange={(type) => onChange({ ...value, type: type as AmendmentType })}
            comboboxProps={{ withinPortal: false }}
          />
          <Textarea
            label="Motivo"
            required
            autosize
            minRows={2}
            maxRows={6}
            maxLength={1000}
            readOnly={readOnly}
            value={value.reason}
            onChange={({ currentTarget: { value: reason } }) => onChange({ ...value, reason })}
          />
        </>
      )}
    </section>
  );
}

/** Characters in about two lines: a longer piece might never be completely visible on a small screen. */
const MAX_PIECE_LENGTH = 120;

/** Splits a text between words into pieces that fit on any screen. Joined, the pieces are the text. */
export function splitPieces(text: string): string[] {
  return (
    text.match(
      new RegExp(`[^]{1,${MAX_PIECE_LENGTH}}(?:\\s+|$)|[^]{1,${MAX_PIECE_LENGTH}}`, 'g'),
    ) ?? []
  );
}

interface ExactTextProps {
  text: string;
  /** Called when every piece of the text has been in view. */
  onSeen: () => void;
}

export function ExactText({ text, onSeen }: ExactTextProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const unseen = new Set<Element>(box.current?.children);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          unseen.delete(target);
          observer.unobserve(target);
        }
        if (unseen.size === 0) onSeen();
      },
      { threshold: 0.9 },
    );
    for (const piece of unseen) observer.observe(piece);
    return () => observer.disconnect();
  }, [onSeen]);
  return (
    <ScrollRegion ref={box} className={classes.text} aria-label="Texto exacto">
      {/* Pieces never change order and may repeat, so the index is the key. */}
      {splitPieces(text)
        .map((piece, index) => ({ piece, index }))
        .map(({ piece, index }) => (
          <span key={index}>{piece}</span>
        ))}
    </ScrollRegion>
  );
}

interface SentencePair {
  readonly index: number;
  readonly before: string;
  readonly after: string;
}

/** Each sentence beside its original. `before` is empty for an added sentence, `after` for a struck one. */
function toPairs({ sentences, baseSentences }: WorkingCopy): SentencePair[] {
  return sentences.map(({ text, origin, struck }, index) => ({
    index,
    before: (origin === null ? '' : (baseSentences[origin]?.text ?? '')).trim(),
    after: struck ? '' : text.trim(),
  }));
}

export function changedSentences(copy: WorkingCopy): SentencePair[] {
  return toPairs(copy).filter(({ before, after }) => before !== after);
}

export function SentenceChanges({ copy }: { copy: WorkingCopy }) {
  return (
    <ScrollRegion className={classes.changes} aria-label="Diferencias">
      {toPairs(copy).map(({ index, before, after }) => (
        <p key={index}>
          <WordRuns before={before} after={after} />
        </p>
      ))}
    </ScrollRegion>
  );
}
