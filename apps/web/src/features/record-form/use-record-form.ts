import { type FormErrors, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';
import { useRequestKey } from '../../lib/api/request-key.ts';
import { useFailureToast } from '../../ui/toasts/notify.tsx';
import { useDraftRecovery } from '../session/public.ts';
import {
  type ComparedField,
  changedFields,
  compareFields,
  type FieldErrors,
  type FormFields,
  getFieldNames,
  isWritten,
  readFields,
  rebase,
  type Written,
} from './fields.ts';

/** Requests opening a form in a dialog. A new object is a new request, also for the same record. */
export interface FormRequest<Values, Base> {
  /** The record to edit; null for a new one. */
  readonly record: Base | null;
  /** Initial values that differ from those of the record. */
  readonly start?: Partial<Values>;
}

/** One attempt to save. */
interface Attempt<Values, Base, Sent> {
  /** The record from which the edit began; null for a new one. */
  readonly base: Base | null;
  /** Every field of a new record, the changed fields of an edit. */
  readonly written: Sent;
  readonly values: Values;
  /** The Idempotency-Key, constant for the same content until it is saved. */
  readonly key: string;
  /** Whether the user saves despite a warning. */
  readonly isConfirmed: boolean;
}

interface FailureText {
  readonly title: string;
  readonly detail?: string | undefined;
}

interface RecordFormOptions<
  Values,
  Base,
  Fields extends FormFields<Values, Base>,
  Saved extends Base,
> {
  /** Name of the form, under which its draft is recovered after the end of a session. */
  readonly name: string;
  readonly fields: Fields;
  readonly toValues: (base: Base | null) => Values;
  /** Record of a form that is a page, or null for a new one. */
  readonly page?: { readonly record: Base | null };
  /** Last request to open a form in a dialog. */
  readonly requested?: FormRequest<Values, Base> | null;
  /** Keeps a dialog open that shows the saved record afterwards; a function is evaluated after the save. */
  readonly staysOpen?: boolean | (() => boolean);
  /** Whether an edit sends and checks every field, not only the changed ones. */
  readonly sendsWhole?: boolean;
  /** The schema of the record, to parse the current one from a rejection. */
  readonly record?: { safeParse(value: unknown): { readonly data?: Saved | undefined } };
  /** Resolves to null if nothing was saved and the form stays. */
  readonly save: (attempt: Attempt<Values, Base, Written<Values, Fields>>) => Promise<Saved | null>;
  /** Puts a record that the server returned into the cache. */
  readonly show?: (record: Saved) => Promise<void> | void;
  /** Called after the form closed; null if there was nothing to save. */
  readonly onDone?: (record: Saved | null, wasNew: boolean) => void;
  /** Called after a rejection other than a stale version. */
  readonly onRefused?: (error: Error) => void;
  /** Maps paths of the call's input to fields, if their names differ. */
  readonly fieldByPath?: Readonly<Record<string, keyof Values & string>>;
  readonly describeFailure?: (error: Error, isNew: boolean) => FailureText;
  /** Alert of a page above the errors of its fields; failures are toasts there. */
  readonly getAlert?: (errors: FieldErrors, values: Values) => string | undefined;
}

/** The record and values at the start of an edit. */
interface Origin<Values, Base> {
  readonly base: Base | null;
  readonly start: Values;
}

interface FormDraft<Values, Base> extends Origin<Values, Base> {
  readonly values: Values;
}

const NO_ERRORS: FieldErrors = {};

/**
 * State of a form that creates or edits a record: initial values, input, errors, and the outcome of
 * saving. `RecordModal` and `RecordPage` render it.
 */
export function useRecordForm<
  Values extends object,
  Base,
  Fields extends FormFields<Values, Base> = FormFields<Values, Base>,
  Saved extends Base = Base,
>(options: RecordFormOptions<Values, Base, Fields, Saved>) {
  const { name, fields, toValues, page, requested = null, show, onDone } = options;
  const { recovered, keep } = useDraftRecovery<FormDraft<Values, Base>>(name);
  const [origin, setOrigin] = useState<Origin<Values, Base>>(() => {
    const base = page?.record ?? null;
    return recovered ?? { base, start: toValues(base) };
  });
  const { base, start } = origin;
  const form = useForm<Values & Record<string, unknown>>({
    mode: 'controlled',
    initialValues: (recovered?.values ?? start) as Values & Record<string, unknown>,
  });
  const values: Values = form.values;
  /** Errors of the last attempt, constant until the next one. */
  const [found, setFound] = useState(NO_ERRORS);
  const [opened, setOpened] = useState(page !== undefined || recovered !== undefined);
  /** Continuation after the discard question while it is shown. */
  const [leaving, setLeaving] = useState<{ readonly go: () => void } | null>(null);
  const [isRecovered, setRecovered] = useState(recovered !== undefined);
  const [saved, setSaved] = useState<Saved | null>(null);
  /** Whether it was saved or discarded, so that no draft is kept. */
  const isOver = useRef(false);
  /** A ref, because a state would not stop a second submit in the same tick. */
  const isUnderWay = useRef(false);
  const alert = useFailureToast();
  /** Text of the toast about errors of fields; it closes once they are fixed. */
  const refused = useRef<string>(undefined);
  const { keyFor, forget } = useRequestKey();

  const saving = useMutation({
    mutationFn: async (attempt: Attempt<Values, Base, Written<Values, Fields>>) => {
      try {
        return await options.save(attempt);
      } catch (error) {
        const now = parseCurrent(error as Error);
        // This edit was saved, but its answer was lost, or another user made the same one.
        const isDone =
          now !== undefined &&
          isWritten(fields, attempt.written, { now: toValues(now), base: now });
        if (isDone) return now;
        throw error;
      }
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
    onSuccess: async (record, attempt) => {
      if (record === null) return;
      forget();
      await show?.(record);
      const { staysOpen } = options;
      if (typeof staysOpen === 'function' ? staysOpen() : staysOpen) setSaved(record);
      else finish();
      onDone?.(record, attempt.base === null);
    },
    onError: async (error, attempt) => {
      const now = parseCurrent(error);
      if (now !== undefined) return await show?.(now);
      fault(toFieldErrors(error));
      options.onRefused?.(error);
      // The user is redirected to the login.
      if (error instanceof ApiFailure && error.code === 'UNAUTHORIZED') return;
      const { title, detail } = describe(error, attempt.base === null);
      if (page) alert.tell(title, detail === undefined ? {} : { detail });
    },
  });

  const { error } = saving;
  const current = base === null ? undefined : parseCurrent(error);
  const changed = changedFields(fields, values, start);
  const isDirty = opened && saved === null && changed.length > 0;
  const isExplained = error !== null && Object.keys(toFieldErrors(error)).length > 0;

  const hasErrors = Object.keys(form.errors).length > 0;
  const refusal = hasErrors ? options.getAlert?.(form.errors as FieldErrors, values) : undefined;
  useEffect(() => {
    if (refused.current !== undefined && refused.current !== refusal) alert.clear();
  }, [refusal, alert]);

  useEffect(() => keep(isDirty && !isOver.current ? { ...origin, values } : undefined));

  const openRequested = useEffectEvent((next: FormRequest<Values, Base>) => {
    begin({ base: next.record, start: { ...toValues(next.record), ...next.start } as Values });
  });
  useEffect(() => {
    if (requested !== null) openRequested(requested);
  }, [requested]);

  function begin(next: Origin<Values, Base>, now: Values = next.start) {
    isOver.current = false;
    setSaved(null);
    setOrigin(next);
    form.setValues(now as Values & Record<string, unknown>);
    setFound(NO_ERRORS);
    setLeaving(null);
    setRecovered(false);
    saving.reset();
    setOpened(true);
  }

  function finish() {
    isOver.current = true;
    if (!page) setOpened(false);
  }

  function leave(go: () => void, kept: readonly (keyof Values & string)[] = []) {
    const isLost = isDirty && changed.some((field) => !kept.includes(field));
    if (isLost && !page) {
      setLeaving({ go });
      return;
    }
    // The draft is stored, so the page needs no question.
    if (!isLost && page) finish();
    go();
  }

  function fault(errors: FieldErrors) {
    setFound(errors);
    form.setErrors(errors as FormErrors);
  }

  function submit({
    isConfirmed = false,
    from = origin,
    sent = form.getValues(),
  }: {
    isConfirmed?: boolean;
    from?: typeof origin;
    sent?: Values;
  } = {}) {
    if (isUnderWay.current) return;
    // Compared with the record, not with `start`, because a form may open with other values.
    const touched = changedFields(fields, sent, toValues(from.base));
    if (from.base !== null && touched.length === 0) {
      finish();
      return onDone?.(null, false);
    }
    const names = from.base === null || options.sendsWhole ? getFieldNames(fields) : touched;
    const { written, errors } = readFields(fields, sent, { names, base: from.base });
    fault(errors);
    alert.clear();
    refused.current = undefined;
    if (Object.keys(errors).length > 0) {
      const refusal = options.getAlert?.(errors, sent);
      if (refusal !== undefined) alert.tell(refusal);
      refused.current = refusal;
      return;
    }
    isUnderWay.current = true;
    saving.mutate({
      base: from.base,
      written: written as Written<Values, Fields>,
      values: sent,
      key: keyFor([from.base, written, isConfirmed]),
      isConfirmed,
    });
  }

  /** The current record, if the edit was rejected because another user changed it. */
  function parseCurrent(refusal: Error | null): Saved | undefined {
    return options.record?.safeParse(staleDetails(refusal)).data;
  }

  function toFieldErrors(refusal: Error): FieldErrors {
    if (!(refusal instanceof ApiFailure)) return NO_ERRORS;
    const errors: Record<string, string> = {};
    for (const { path, message } of refusal.issues) {
      const [root = ''] = path.split('.');
      const field = options.fieldByPath?.[path] ?? options.fieldByPath?.[root] ?? root;
      if (field in fields) errors[field] ??= message;
    }
    return errors;
  }

  function describe(refusal: Error, isNew: boolean): FailureText {
    return options.describeFailure?.(refusal, isNew) ?? { title: refusal.message };
  }

  return {
    base,
    values,
    errors: form.errors as FieldErrors,
    // They move the focus, which a field that is disabled during the save cannot get.
    found: saving.isPending ? NO_ERRORS : found,
    opened,
    isSaving: saving.isPending,
    isRecovered,
    /** Whether the discard question replaces the form. */
    isLeaving: leaving !== null,
    isDirty,
    /** Whether leaving the page would lose changes; called when the user leaves. */
    wouldLose: () => isDirty && !isOver.current,
    /** Fields of the stale dialog, if another user saved first. */
    compared: (current === undefined
      ? null
      : compareFields(fields, {
          start,
          theirs: toValues(current),
          mine: rebase(fields, { values, start, now: toValues(current) }),
        })) as readonly ComparedField[] | null,
    /** Why nothing was saved, except for a stale version. */
    error: current === undefined ? error : null,
    /** The error as text, unless a field shows it. */
    failure:
      error === null || current !== undefined || isExplained
        ? null
        : describe(error, base === null),
    input: (field: keyof Values & string) => ({
      label: fields[field].label,
      required: fields[field].missing !== undefined,
      autoComplete: 'off',
      readOnly: saving.isPending,
      ...form.getInputProps(field),
    }),
    /** Props of an input for a part of a field. */
    part: (path: `${keyof Values & string}.${string}`) => ({
      autoComplete: 'off',
      readOnly: saving.isPending,
      ...form.getInputProps(path),
    }),
    /** Props of a checkbox or switch. */
    toggle: (field: keyof Values & string) => ({
      label: fields[field].label,
      disabled: saving.isPending,
      ...form.getInputProps(field, { type: 'checkbox' }),
      // The library does not set it, and the focus moves to the first field that has it.
      ...(form.errors[field] !== undefined && { 'aria-invalid': true as const }),
    }),
    edit: (next: Partial<Values>) => {
      for (const [field, value] of Object.entries(next)) {
        form.setFieldValue(field, value as never);
        const parts = Object.keys(form.errors).filter((path) => path.startsWith(`${field}.`));
        for (const part of parts) form.clearFieldError(part);
      }
    },
    setError: (field: keyof Values & string, message: string) => form.setFieldError(field, message),
    /** Sets field errors for a rejection without issues; the first one gets the focus. */
    fault,
    /** Shows a toast on a page, replacing the last one. */
    warn: alert.tell,
    /** The saved record, with `staysOpen`. */
    saved,
    submit: () => submit(),
    /** Saves despite a warning. */
    submitAnyway: () => submit({ isConfirmed: true }),
    /** Closes, after confirmation if there are changes; Seguir editando returns to the form. */
    close: () => {
      if (saving.isPending) return;
      if (leaving !== null) setLeaving(null);
      else leave(finish);
    },
    /**
     * Leaves for another target instead of saving, after confirmation if a changed field would be lost; the fields
     * in `kept` are not lost. A page leaves the question to its `LeaveQuestion`.
     */
    leave,
    stay: () => setLeaving(null),
    /** Closes without asking. */
    discard: finish,
    /** The answer to the discard question. */
    confirmLeaving: () => leaving?.go(),
    /** Clears the last failure after the user changed its cause. */
    forgetFailure: saving.reset,
    takeCurrent: () => {
      if (current !== undefined) begin({ base: current, start: toValues(current) });
    },
    keepMine: () => {
      if (current === undefined) return;
      const next = { base: current, start: toValues(current) };
      const mine = rebase(fields, { values, start, now: next.start });
      begin(next, mine);
      submit({ from: next, sent: mine });
    },
  };
}

export type RecordForm<Values extends object, Base> = ReturnType<
  typeof useRecordForm<Values, Base>
>;

/** The part of a form that a dialog or a page renders, for any record. */
export type FormFrame = Omit<
  RecordForm<object, unknown>,
  'base' | 'values' | 'saved' | 'input' | 'part' | 'toggle' | 'edit' | 'setError'
>;

/** The inputs of a form's fields, for any record. */
export type FormInputs<Values extends object> = Pick<RecordForm<Values, unknown>, 'input'>;
