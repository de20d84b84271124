import type { ExamOrder } from '@simiente/contract/exam-orders';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FormActions } from '../../ui/form/DialogForm.tsx';
import classes from './NewOrderModal.module.css';
import { useDownloadOrder } from './use-download-order.ts';
import { describePlace } from './words.ts';

/** The order that was just made, whose PDF is what it was made for. */
export function CreatedOrder({ order, onClose }: { order: ExamOrder; onClose: () => void }) {
  const downloading = useDownloadOrder(order);
  const button = useRef<HTMLButtonElement>(null);

  // The form that had the focus is gone.
  useEffect(() => button.current?.focus(), []);

  return (
    <>
      <div className={classes.created} role="status">
        <IconCircleCheck className={classes.check} size={24} stroke={1.7} aria-hidden />
        <div className={classes.words}>
          <p className={classes.folio}>{order.folio}</p>
          <p className={classes.place}>{describePlace(order)}</p>
          <p className={classes.studies}>{order.exams.join(', ')}</p>
        </div>
      </div>
      <FormActions>
        <LockButton kind="default" onClick={onClose}>
          Cerrar
        </LockButton>
        <LockButton
          ref={button}
          icon={<IconDownload size={17} stroke={1.7} aria-hidden />}
          loading={downloading.isDownloading}
          onClick={downloading.start}
        >
          {downloading.isDownloaded ? 'Descargar otra vez' : 'Descargar PDF'}
        </LockButton>
      </FormActions>
    </>
  );
}
