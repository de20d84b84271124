import { type FormErrors, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';
import { type RequestOptions, useRequestKey } from '../../lib/api/request-key.ts';
import { useFailureToast } from '../../ui/toasts/notify.tsx';
import {
  type ComparedField,
  changedFields,
  compareFields,
  type FieldErrors,
  type FormFields,
  getFieldNames,
  isStored,
  type Payload,
  type Rule,
  readFields,
  rebase,
  toFieldValues,
} from './fields.ts';

/** A request to open a form in a dialog. A new object is a new request, even for the same record. */
export interface FormRequest<Values, Base> {
  /** The record to edit; null for a new one. */
  readonly record: Base | null;
  /** Initial values that differ from those of the record. */
  readonly start?: Partial<Values>;
}

interface Attempt<Values, Base, Sent> {
  /** The record from which the edit began; null for a new one. */
  readonly base: Base | null;
  /** The parsed fields to send: every field of a new record, the changed fields of an edit. */
  readonly payload: Sent;
  /** All fields as typed. */
  readonly values: Values;
  /** Options of the call. Attempts with the same content have the same Idempotency-Key until one of them succeeds. */
  readonly options: RequestOptions;
  /** Whether the user saves despite a warning. */
  readonly isConfirmed: boolean;
}

interface FailureText {
  readonly title: string;
  readonly detail?: string | undefined;
}

export interface RecordFormOptions<Values, Base, Fields, Saved extends Base> {
  readonly fields: Fields & FormFields<Values, Base>;
  /** The values of a new record that differ from those of its fields. */
  readonly initial?: Partial<NoInfer<Values>>;
  /** The values of a record that its fields cannot give. */
  readonly toValues?: (base: Base | null) => Values;
  /** Record of a form that is a page, or null for a new one. */
  readonly page?: { readonly record: Base | null };
  /** The last request to open the form of a dialog. */
  readonly requested?: FormRequest<Values, Base> | null;
  /** Keeps the dialog open after a save, to show the saved record. A function is evaluated after the save. */
  readonly staysOpen?: boolean | (() => boolean);
  /** Whether an edit sends and checks every field, not only the changed ones. */
  readonly sendsEveryField?: boolean;
  /** Schema that parses the current record from a rejection as stale. */
  readonly record?: { safeParse(value: unknown): { readonly data?: Saved | undefined } };
  /** Resolves to null if nothing was saved; the form then stays open. */
  readonly save: (attempt: Attempt<Values, Base, Payload<Values, Fields>>) => Promise<Saved | null>;
  /** Puts a record that the server returned into the cache. */
  readonly show?: (record: Saved) => Promise<void> | void;
  /** Called after a save, or with null if there was nothing to save. */
  readonly onDone?: (record: Saved | null, wasNew: boolean) => void;
  /** Called after a rejection other than a stale version. */
  readonly onRejected?: (error: Error) => void;
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

const NO_ERRORS: FieldErrors = {};
const STALE_RECORD = 'Otra persona cambió este registro. Revísalo y vuelve a intentarlo.';

/** State of a form that creates or edits a record. `RecordModal` and `RecordPage` render it. */
export function useRecordForm<
  Values extends object,
  Base,
  Fields = FormFields<Values, Base>,
  Saved extends Base = Base,
>(options: RecordFormOptions<Values, Base, Fields, Saved>) {
  const { fields, initial, page, requested = null, show, onDone } = options;
  const toValues =
    options.toValues ?? ((base: Base | null) => toFieldValues(fields, base, initial));
  const [origin, setOrigin] = useState<Origin<Values, Base>>(() => {
    const base = page?.record ?? null;
    return { base, start: toValues(base) };
  });
  const { base, start } = origin;
  const form = useForm<Values & Record<string, unknown>>({
    mode: 'controlled',
    initialValues: start as Values & Record<string, unknown>,
  });
  const values: Values = form.values;
  /** Errors of the last attempt to save, constant until the next attempt. */
  const [attemptErrors, setAttemptErrors] = useState(NO_ERRORS);
  const [opened, setOpened] = useState(page !== undefined);
  /** Continuation after the discard question, while the question is shown. */
  const [leaving, setLeaving] = useState<{ readonly go: () => void } | null>(null);
  const [saved, setSaved] = useState<Saved | null>(null);
  /** Whether the edit was saved or discarded, so that leaving the page loses nothing. */
  const isOver = useRef(false);
  /** A ref, because a state would not stop a second submit in the same tick. */
  const isSubmitting = useRef(false);
  const alert = useFailureToast();
  /** Text of the toast about invalid fields. The toast closes when an edit changes that text. */
  const fieldAlert = useRef<string>(undefined);
  const { optionsFor, forget } = useRequestKey();

  const saving = useMutation({
    mutationFn: async (attempt: Attempt<Values, Base, Payload<Values, Fields>>) => {
      try {
        return await options.save(attempt);
      } catch (error) {
        const current = parseCurrent(error as Error);
        // This edit was saved, but its answer was lost, or another user made the same edit.
        const isDone =
          current !== undefined &&
          isStored(fields, attempt.payload, { values: toValues(current), base: current });
        if (isDone) return current;
        throw error;
      }
    },
    onSettled: () => {
      isSubmitting.current = false;
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
      const current = parseCurrent(error);
      if (current !== undefined) return await show?.(current);
      showErrors(toFieldErrors(error));
      options.onRejected?.(error);
      // The session has ended: the user is redirected to the login.
      if (error instanceof ApiFailure && error.code === 'UNAUTHORIZED') return;
      const { title, detail } = describe(error, attempt.base === null);
      if (page) alert.show(title, detail === undefined ? {} : { detail });
    },
  });

  const { error } = saving;
  const current = base === null ? undefined : parseCurrent(error);
  const changed = changedFields(fields, values, start);
  const isDirty = opened && saved === null && changed.length > 0;
  const isExplained = error !== null && Object.keys(toFieldErrors(error)).length > 0;

  const hasErrors = Object.keys(form.errors).length > 0;
  const latestAlert = hasErrors
    ? options.getAlert?.(form.errors as FieldErrors, values)
    : undefined;
  useEffect(() => {
    if (fieldAlert.current !== undefined && fieldAlert.current !== latestAlert) alert.clear();
  }, [latestAlert, alert]);

  const openRequested = useEffectEvent((next: FormRequest<Values, Base>) => {
    begin({ base: next.record, start: { ...toValues(next.record), ...next.start } as Values });
  });
  useEffect(() => {
    if (requested !== null) openRequested(requested);
  }, [requested]);

  function begin(next: Origin<Values, Base>, nextValues: Values = next.start) {
    isOver.current = false;
    setSaved(null);
    setOrigin(next);
    form.setValues(nextValues as Values & Record<string, unknown>);
    setAttemptErrors(NO_ERRORS);
    setLeaving(null);
    saving.reset();
    setOpened(true);
  }

  function finish() {
    isOver.current = true;
    if (!page) setOpened(false);
  }

  function leave(go: () => void, keptFields: readonly (keyof Values & string)[] = []) {
    const isLost = isDirty && changed.some((field) => !keptFields.includes(field));
    if (isLost && !page) {
      setLeaving({ go });
      return;
    }
    // Nothing is lost, so the page's `LeaveQuestion` must not ask.
    if (!isLost && page) finish();
    go();
  }

  function showErrors(errors: FieldErrors) {
    setAttemptErrors(errors);
    form.setErrors(errors as FormErrors);
  }

  function submit(attempt: { isConfirmed?: boolean; from?: typeof origin; sent?: Values } = {}) {
    const { isConfirmed = false, from = origin, sent = form.getValues() } = attempt;
    if (isSubmitting.current) return;
    // Compared with the record, not with `start`, because a form may open with other values.
    const touched = changedFields(fields, sent, toValues(from.base));
    if (from.base !== null && touched.length === 0) {
      finish();
      return onDone?.(null, false);
    }
    const names = from.base === null || options.sendsEveryField ? getFieldNames(fields) : touched;
    const { payload, errors } = readFields(fields, sent, { names, base: from.base });
    showErrors(errors);
    alert.clear();
    fieldAlert.current = undefined;
    if (Object.keys(errors).length > 0) {
      fieldAlert.current = options.getAlert?.(errors, sent);
      if (fieldAlert.current !== undefined) alert.show(fieldAlert.current);
      return;
    }
    isSubmitting.current = true;
    saving.mutate({
      base: from.base,
      payload: payload as Payload<Values, Fields>,
      values: sent,
      options: optionsFor([from.base, payload, isConfirmed]),
      isConfirmed,
    });
  }

  /** The current record, if the edit was rejected because another user changed it. */
  function parseCurrent(rejection: Error | null): Saved | undefined {
    return options.record?.safeParse(staleDetails(rejection)).data;
  }

  function toFieldErrors(rejection: Error): FieldErrors {
    if (!(rejection instanceof ApiFailure)) return NO_ERRORS;
    const errors: Record<string, string> = {};
    for (const { path, message } of rejection.issues) {
      const [root = ''] = path.split('.');
      const field = options.fieldByPath?.[path] ?? options.fieldByPath?.[root] ?? root;
      if (field in fields) errors[field] ??= message;
    }
    return errors;
  }

  function describe(rejection: Error, isNew: boolean): FailureText {
    const described = options.describeFailure?.(rejection, isNew);
    // The error's own message offers the conflict dialog's choice, which needs the current record.
    const isStale = rejection instanceof ApiFailure && rejection.code === 'STALE_VERSION';
    return described ?? { title: isStale ? STALE_RECORD : rejection.message };
  }

  return {
    base,
    values,
    errors: form.errors as FieldErrors,
    /** The errors of the last attempt. A new object moves the focus to the first invalid field. Empty during a save. */
    attemptErrors: saving.isPending ? NO_ERRORS : attemptErrors,
    opened,
    isSaving: saving.isPending,
    /** Whether the discard question replaces the form. */
    isLeaving: leaving !== null,
    isDirty,
    /** Whether leaving the page would lose changes; called when the user leaves. */
    wouldLose: () => isDirty && !isOver.current,
    /** Fields of the conflict dialog; null unless another user saved first. */
    compared: (current === undefined
      ? null
      : compareFields(fields, {
          start,
          theirs: toValues(current),
          mine: rebase(fields, { values, start, current: toValues(current) }),
        })) as readonly ComparedField[] | null,
    /** The error of the last save, unless it is a stale version. */
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
    toggle: (field: keyof Values & string) => ({
      label: fields[field].label,
      disabled: saving.isPending,
      ...form.getInputProps(field, { type: 'checkbox' }),
      // The focus moves to the first field with this attribute, which Mantine does not set here.
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
    /** Sets errors of fields for a rejection without issues; the first field gets the focus. */
    showErrors,
    /** Shows a toast on a page, replacing the last one. */
    warn: alert.show,
    saved,
    submit: () => submit(),
    submitAnyway: () => submit({ isConfirmed: true }),
    /** Closes the dialog, after confirmation if there are changes. During that question, returns to the form. */
    close: () => {
      if (saving.isPending) return;
      if (leaving !== null) setLeaving(null);
      else leave(finish);
    },
    /** Calls `go`, after confirmation if a changed field other than `keptFields` would be lost. */
    leave,
    stay: () => setLeaving(null),
    discard: finish,
    confirmLeaving: () => leaving?.go(),
    /** Clears the last failure after the user changed its cause. */
    forgetFailure: saving.reset,
    takeCurrent: () => {
      if (current !== undefined) begin({ base: current, start: toValues(current) });
    },
    keepMine: () => {
      if (current === undefined) return;
      const next = { base: current, start: toValues(current) };
      const mine = rebase(fields, { values, start, current: next.start });
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

export type FormInputs<Values extends object> = Pick<RecordForm<Values, unknown>, 'input'>;

/** A form whose only field is a required reason. */
export function useReasonForm<Saved>({
  rule,
  ...options
}: Omit<
  RecordFormOptions<
    { readonly reason: string },
    Saved,
    { readonly reason: { readonly rule: Rule<string> } },
    Saved
  >,
  'fields'
> & { readonly rule: Rule<string> }) {
  const fields = { reason: { label: 'Motivo', missing: 'Escribe el motivo.', initial: '', rule } };
  return useRecordForm<{ readonly reason: string }, Saved, typeof fields>({ ...options, fields });
}
