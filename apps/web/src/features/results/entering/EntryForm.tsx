import { Autocomplete, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { isCalendarDay } from '@simiente/contract/common/days';
import type { Laboratory } from '@simiente/contract/exams/calls';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import {
  getStudy,
  semenMethods,
  whoEditionNames,
  whoEditions,
} from '@simiente/contract/results/analytes/studies';
import { type EntryDefaults, type ResultSet, resultSet } from '@simiente/contract/results/calls';
import { correctionReason } from '@simiente/contract/results/fields';
import { checkResults } from '@simiente/contract/results/semen/checks';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { api, queries, useAnswer } from '../../../lib/api/client.ts';
import { DateField, TimeField } from '../../../ui/dates/DateField.tsx';
import { FooterNote } from '../../../ui/form/FormPage.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { LaboratorySelect } from '../../exams/public.ts';
import { RecordPage, useRecordForm } from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { useOpenResults } from '../ResultsLink.tsx';
import { refreshRecord } from '../result-cache.ts';
import classes from './EntryForm.module.css';
import {
  confirmedKeys,
  emptyRows,
  findCheckRow,
  offerRanges,
  readableValues,
  rowsRule,
} from './entry-rows.ts';
import {
  changedFacts,
  checkedFacts,
  type EntryValues,
  entryFields,
  toCorrection,
  toFacts,
} from './entry-values.ts';
import { CheckLine, ROW_VALUE, ValueRows } from './ValueRows.tsx';

interface EntryFormProps {
  idUser: string;
  examType: string;
  /** The exam whose file has the values, or null for values without a file. */
  exam: {
    readonly id: string;
    readonly examDate: string | null;
    readonly laboratory: Laboratory | null;
  } | null;
  /** The set to edit or correct; null for a new one. */
  set: ResultSet | null;
  /** The patient's other sets, with which the checks compare the values. */
  others: readonly ResultSet[];
  defaults: EntryDefaults;
  /** The day whose ranges the defaults have. */
  defaultsDay: string;
}

/** The form for results that a user types from the paper, with only Tab and Enter. */
export function EntryForm(props: EntryFormProps) {
  const { idUser, examType, exam, set, others, defaults } = props;
  const timeZone = useClinicTimeZone();
  const openResults = useOpenResults();
  const isCorrection = set !== null && set.status !== 'capturado';
  const { isSemen, asksFasting } = getStudy(examType);
  const otherValues = Map.groupBy(
    others.flatMap(({ values }) => values.filter(({ derived }) => derived === null)),
    ({ analyte }) => analyte,
  );
  const noFacts = { collectedAt: null, analyzedAt: null, abstinenceDays: null };
  const rule = rowsRule((values) => checkResults({ values, ...noFacts, others: otherValues }));
  const { rows, reason, ...otherFields } = entryFields(timeZone);
  const fields = {
    ...otherFields,
    rows: { ...rows, rule },
    reason: isCorrection
      ? { ...reason, missing: 'Escribe el motivo.', rule: correctionReason }
      : reason,
  };

  const form = useRecordForm({
    fields,
    initial: {
      laboratory: exam?.laboratory ?? defaults.laboratory,
      method: defaults.method ?? '',
      ...(defaults.whoEdition && { whoEdition: String(defaults.whoEdition) }),
      day: exam?.examDate ?? '',
      order: defaults.orders.length === 1 ? (defaults.orders[0]?.idOrder ?? '') : '',
      rows: emptyRows(examType, defaults.ranges),
    },
    page: { record: set },
    record: resultSet,
    sendsEveryField: true,
    save: async ({ base, payload, values, options }) => {
      const confirmed = confirmedKeys(values.rows);
      if (base === null) {
        const source = exam === null ? { examType } : { idExam: exam.id };
        const order = values.order === '' ? {} : { idOrder: values.order };
        const facts = toFacts(values, examType, timeZone);
        const newSet = { idUser, ...source, ...order, ...facts, values: payload.rows, confirmed };
        return (await api.results.create(newSet, options)).data.set;
      }
      const target = { idResultSet: base.idResultSet, version: base.version };
      if (base.status === 'capturado') {
        const edit = {
          ...target,
          ...changedFacts(base, values, timeZone),
          idOrder: values.order || null,
          values: payload.rows,
          confirmed,
        };
        return (await api.results.update(edit, options)).data.set;
      }
      const correction = toCorrection(base, values, timeZone);
      return (await api.results.correct({ ...target, ...correction, confirmed }, options)).data.set;
    },
    show: ({ idUser }) => refreshRecord(idUser),
    onDone: (saved) => {
      if (saved !== null) {
        notifySuccess(isCorrection ? 'Resultados corregidos' : 'Resultados capturados', {
          detail: isCorrection
            ? 'Hay que validarlos otra vez.'
            : 'Falta que alguien los confirme y los valide.',
        });
      }
      openResults(idUser, saved?.idResultSet ?? set?.idResultSet);
    },
    fieldByPath: {
      values: 'rows',
      abstinenceDays: 'abstinence',
      fastingHours: 'fasting',
      collectedAt: 'day',
      receivedAt: 'receivedTime',
      analyzedAt: 'analyzedTime',
      idLaboratory: 'laboratory',
      idOrder: 'order',
    },
    getAlert: (errors) => errors.rows ?? Object.values(errors)[0],
  });
  const { values, errors, isSaving: readOnly } = form;

  const checks = checkResults({
    values: readableValues(values.rows),
    ...checkedFacts(values, timeZone),
    others: otherValues,
  });
  useOfferedRanges(props, values, (rows) => form.edit({ rows }));
  const frame = useFirstField();

  return (
    <div ref={frame} className={classes.form} onKeyDownCapture={goToNextOnEnter}>
      <RecordPage
        form={form}
        label={`Capturar resultados: ${examTypeLabel(examType)}`}
        submitLabel={isCorrection ? 'Guardar corrección' : 'Guardar captura'}
        onCancel={() => openResults(idUser, set?.idResultSet)}
        note={<FooterNote>Si tu sesión termina, tu captura se conserva.</FooterNote>}
      >
        <div className={classes.facts}>
          <div className={classes.laboratory}>
            <LaboratorySelect
              label="Laboratorio"
              value={values.laboratory}
              readOnly={readOnly}
              onChange={(laboratory) => form.edit({ laboratory })}
            />
          </div>
          <Autocomplete
            {...form.input('method')}
            data={isSemen ? [...semenMethods] : []}
            openOnFocus={false}
          />
          {isSemen && (
            <NativeSelect
              {...form.input('whoEdition')}
              disabled={readOnly}
              data={whoEditions
                .toReversed()
                .map((edition) => ({ value: String(edition), label: whoEditionNames[edition] }))}
            />
          )}
          <DateField {...form.input('day')} value={values.day} />
          <TimeField {...form.input('collectedTime')} value={values.collectedTime} />
          <TimeField {...form.input('receivedTime')} value={values.receivedTime} />
          <TimeField {...form.input('analyzedTime')} value={values.analyzedTime} />
          {isSemen && (
            <TextInput
              {...form.input('abstinence')}
              rightSection={<Unit>días</Unit>}
              rightSectionWidth={48}
            />
          )}
          {asksFasting && (
            <TextInput
              {...form.input('fasting')}
              rightSection={<Unit>horas</Unit>}
              rightSectionWidth={56}
            />
          )}
          {set === null && defaults.orders.length > 0 && (
            <NativeSelect
              {...form.input('order')}
              disabled={readOnly}
              data={[
                { value: '', label: 'Sin orden' },
                ...defaults.orders.map(({ idOrder, folio }) => ({ value: idOrder, label: folio })),
              ]}
            />
          )}
          {isSemen && (
            <Checkbox className={classes.incomplete ?? ''} {...form.toggle('isIncomplete')} />
          )}
        </div>
        {checks
          .filter((check) => findCheckRow(values.rows, check) === null)
          .map((check) => (
            <CheckLine key={check.message} check={check} />
          ))}
        <p className={classes.hint}>
          Enter pasa a la fila siguiente y Ctrl + Enter guarda. Se aceptan punto o coma decimal,
          «&lt; 0.1» y «no se observaron».
        </p>
        <ValueRows
          rows={values.rows}
          checks={checks}
          errors={errors}
          readOnly={readOnly}
          onChange={(rows) => form.edit({ rows })}
        />
        {isCorrection && <TextInput {...form.input('reason')} />}
      </RecordPage>
    </div>
  );
}

function Unit({ children }: { children: string }) {
  return <span className={classes.unit}>{children}</span>;
}

/** Offers the ranges of another laboratory, method or day as soon as the user chooses it for a new set. */
function useOfferedRanges(
  { idUser, examType, set, defaults, defaultsDay }: EntryFormProps,
  values: EntryValues,
  onOffer: (rows: EntryValues['rows']) => void,
) {
  const isNew = set === null;
  const { laboratory, method } = values;
  // A partly typed day is ignored.
  const on = isCalendarDay(values.day) ? values.day : defaultsDay;
  const isChanged =
    laboratory?.idPartner !== defaults.laboratory?.idPartner ||
    method !== (defaults.method ?? '') ||
    on !== defaultsDay;
  const otherRanges = useAnswer(queries.results.entry, {
    input: {
      idUser,
      examType,
      ...(laboratory && { idLaboratory: laboratory.idPartner }),
      ...(method !== '' && { method }),
      on,
    },
    select: ({ ranges }) => ranges,
    enabled: isNew && isChanged && laboratory !== null,
  });
  const ranges = isChanged ? otherRanges.data : defaults.ranges;
  const offered = useRef(defaults.ranges);
  const offer = useEffectEvent((next: EntryDefaults['ranges']) => {
    onOffer(offerRanges(values.rows, offered.current, next));
    offered.current = next;
  });
  useEffect(() => {
    if (isNew && ranges !== undefined && ranges !== offered.current) offer(ranges);
  }, [isNew, ranges]);
}

/** Focuses the first empty field, from the day of the sample on. */
function useFirstField() {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const inputs = [...(frame.current?.querySelectorAll<HTMLInputElement>(INPUTS) ?? [])];
    // The first input with a placeholder is the day.
    const day = inputs.findIndex(({ placeholder }) => placeholder !== '');
    inputs
      .slice(Math.max(day, 0))
      .find(({ value }) => value === '')
      ?.focus();
  }, []);
  return frame;
}

const INPUTS = 'input:not([type="checkbox"]):not([type="hidden"]):not([disabled]), select';

/** Enter moves to the next field of the sample, then from row to row, then to the reason or the button. */
function goToNextOnEnter(event: KeyboardEvent<HTMLDivElement>) {
  const { target, currentTarget } = event;
  if (event.key !== 'Enter') return;
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    return target.form?.requestSubmit();
  }
  // In an open list, Enter picks an option.
  if (target.getAttribute('aria-expanded') === 'true') return;
  event.preventDefault();
  event.stopPropagation();
  const inputs = [...currentTarget.querySelectorAll<HTMLElement>(`${INPUTS}, textarea`)];
  const after = inputs.slice(inputs.indexOf(target) + 1);
  const rows = after.filter((element) => element.hasAttribute(ROW_VALUE));
  const isInFacts = target.closest(`.${classes.facts}`) !== null;
  const next = isInFacts ? after[0] : (rows[0] ?? after.find(({ id }) => id.includes('reason')));
  const submit = currentTarget.querySelector<HTMLElement>('button[type="submit"]');
  (next ?? submit)?.focus();
  if (next instanceof HTMLInputElement) next.select();
}
