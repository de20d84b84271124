import '@mantine/dropzone/styles.css';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { dayIn, isCalendarDay } from '@simiente/contract/common/days';
import { visibleText } from '@simiente/contract/common/text';
import {
  FUTURE_EXAM_MESSAGE,
  type Laboratory,
  MAX_EXAM_FILE_SIZE,
} from '@simiente/contract/exams/calls';
import { IconCircleCheck, IconUpload, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatCount, formatFileSize } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { focusFallback, keepFocus } from '../../ui/focus.ts';
import { FormActions, useFocusInvalid } from '../../ui/form/FormPage.tsx';
import { UploadProgress } from '../../ui/page/UploadProgress.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { UnsavedModal } from '../record-form/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import classes from './AddExamsModal.module.css';
import { ExamDateInput, ExamTypeInput } from './ExamTypeInput.tsx';
import { LaboratorySelect } from './LaboratorySelect.tsx';
import { type ExamUpload, type ExamUploads, useExamUploads } from './use-exam-uploads.ts';

interface AddExamsModalProps {
  idUser: string;
  opened: boolean;
  onClose: () => void;
  /** Called after the closing transition, to return the focus. */
  onClosed: () => void;
}

/** 'Agregar estudios': files of one laboratory, each with its type and date, uploaded in parallel. */
export default function AddExamsModal(props: AddExamsModalProps) {
  const { idUser, opened, onClose, onClosed } = props;
  const uploads = useExamUploads(idUser);
  const isUnfinished = uploads.items.some(
    ({ state }) => state === 'waiting' || state === 'uploading' || state === 'failed',
  );
  return (
    <UnsavedModal
      opened={opened}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
      size={600}
      title="Agregar estudios"
      isUnsaved={isUnfinished}
      lost="Se perderán los archivos que aún no agregas."
      onClose={() => {
        uploads.cancelAll();
        onClose();
      }}
    >
      {(close) => <AddExamsForm uploads={uploads} onDone={onClose} onCancel={close} />}
    </UnsavedModal>
  );
}

interface AddExamsFormProps {
  uploads: ExamUploads;
  onDone: () => void;
  onCancel: () => void;
}

function AddExamsForm({ uploads, onDone, onCancel }: AddExamsFormProps) {
  const [laboratory, setLaboratory] = useState<Laboratory | null>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const [errors, setErrors] = useState({});
  const form = useFocusInvalid<HTMLDivElement>(errors);
  const [isSending, setSending] = useState(false);
  const open = useRef<() => void>(null);
  const toSend = uploads.items.filter(({ state }) => state === 'waiting' || state === 'failed');
  const today = dayIn(useClinicTimeZone(), new Date());
  const isInvalid = toSend.some(
    ({ examType, examDate }) => examType.trim() === '' || !isExamDate(examDate, today),
  );

  async function submit() {
    setSubmitted(true);
    if (isInvalid) setErrors({ isInvalid });
    if (isInvalid || toSend.length === 0) return;
    setSending(true);
    const { sent, allSent } = await uploads.sendAll(laboratory?.idPartner ?? null);
    setSending(false);
    if (sent > 0) notifySuccess(describeAdded(sent));
    if (allSent) onDone();
  }

  return (
    <div ref={form} className={classes.form} {...focusFallback}>
      <LaboratorySelect value={laboratory} readOnly={isSending} onChange={setLaboratory} />
      <Dropzone
        openRef={open}
        // Keyboard and screen readers use the button inside.
        inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        tabIndex={-1}
        disabled={isSending}
        onDrop={(files) => uploads.add(files)}
        classNames={{ root: classes.dropzone ?? '' }}
      >
        <div className={classes.prompt}>
          <Button
            kind="default"
            icon={IconUpload}
            data-autofocus
            disabled={isSending}
            onClick={() => open.current?.()}
          >
            Elegir archivos
          </Button>
          <p className={classes.drop}>o arrástralos aquí</p>
          <p className={classes.limits}>
            PDF, JPEG o PNG, hasta {formatFileSize(MAX_EXAM_FILE_SIZE)} cada uno
          </p>
        </div>
      </Dropzone>
      {uploads.items.length > 0 && (
        <ul className={classes.rows} aria-label="Archivos">
          {uploads.items.map((upload) => (
            <ExamUploadRow
              key={upload.id}
              upload={upload}
              uploads={uploads}
              showsErrors={isSubmitted}
              today={today}
              readOnly={isSending}
            />
          ))}
        </ul>
      )}
      <FormActions onCancel={onCancel}>
        <Button
          loading={isSending}
          disabled={toSend.length === 0 && !isSending}
          disabledReason="Elige al menos un archivo."
          onClick={() => void submit()}
        >
          {toSend.length > 1 ? `Agregar ${formatCount(toSend.length)} estudios` : 'Agregar estudio'}
        </Button>
      </FormActions>
    </div>
  );
}

/** Whether a typed date may be the date of a study. An empty date is valid. */
function isExamDate(typed: string, today: string): boolean {
  return typed === '' || (isCalendarDay(typed) && typed <= today);
}

function describeAdded(count: number): string {
  return count === 1 ? 'Estudio agregado' : `${formatCount(count)} estudios agregados`;
}

interface ExamUploadRowProps {
  upload: ExamUpload;
  uploads: Pick<ExamUploads, 'offers' | 'setType' | 'setDate' | 'setOrder' | 'remove' | 'cancel'>;
  /** Whether to show the errors of the type and date. */
  showsErrors: boolean;
  /** 'YYYY-MM-DD', the latest day of a study. */
  today: string;
  readOnly: boolean;
}

function ExamUploadRow({ upload, uploads, showsErrors, today, readOnly }: ExamUploadRowProps) {
  const { id, file, state, examType, examDate, error } = upload;
  const name = visibleText(file.name);
  const isEditable = state === 'waiting' || state === 'failed';
  const matchingOrders = uploads.offers.get(id);
  return (
    <li ref={keepFocus} className={classes.row}>
      <div className={classes.file}>
        <p className={classes.name} title={name}>
          {name}
        </p>
        <p className={classes.size}>{formatFileSize(file.size)}</p>
        {state !== 'uploading' && state !== 'done' && !readOnly && (
          <ActionIcon
            className={classes.remove ?? ''}
            aria-label={`Quitar ${name}`}
            onClick={() => uploads.remove(id)}
          >
            <IconX size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {isEditable && (
        <div className={classes.facts}>
          <ExamTypeInput
            aria-label={`Tipo de estudio de ${name}`}
            value={examType}
            readOnly={readOnly}
            error={showsErrors && examType.trim() === '' && 'Elige el tipo de estudio.'}
            onChange={(next) => uploads.setType(id, next)}
          />
          <ExamDateInput
            aria-label={`Fecha del estudio de ${name} (opcional)`}
            value={examDate}
            readOnly={readOnly}
            error={showsErrors && !isExamDate(examDate, today) && FUTURE_EXAM_MESSAGE}
            onChange={(day) => uploads.setDate(id, day)}
          />
          {matchingOrders !== undefined && matchingOrders.orders.length > 0 && (
            <NativeSelect
              className={classes.order ?? ''}
              aria-label={`Orden a la que responde ${name}`}
              disabled={readOnly}
              data={[
                { value: '', label: 'No responde a ninguna orden' },
                ...matchingOrders.orders.map((order) => ({
                  value: order.idOrder,
                  label: `Responde a la orden ${order.folio} · ${order.partner.name}`,
                })),
              ]}
              value={matchingOrders.idOrder}
              onChange={({ currentTarget }) => uploads.setOrder(id, currentTarget.value)}
            />
          )}
        </div>
      )}
      {state === 'uploading' && (
        <UploadProgress label={name} share={upload.share} onCancel={() => uploads.cancel(id)} />
      )}
      {state === 'done' && (
        <p className={classes.done}>
          <IconCircleCheck size={17} stroke={1.7} aria-hidden /> {examType}: agregado
        </p>
      )}
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </li>
  );
}
