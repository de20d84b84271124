import type { ReportKind } from '@simiente/contract/reports/states';
import type { ReportReview } from '@simiente/contract/reports/working-copy';
import { useState } from 'react';
import { api, cache, queries } from '../../../lib/api/client.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { Confirmation } from '../../../ui/questions/Confirmation.tsx';
import { notifySuccess, useAct } from '../../../ui/toasts/notify.tsx';
import { refreshReports } from '../use-reports.ts';
import classes from './VersionActions.module.css';

interface DropReviewProps {
  idUser: string;
  kind: ReportKind;
  review: ReportReview;
  onDropped: () => void;
}

/** Ends the user's own review without a signature; the changes are lost, so it asks. */
export function DropReview({ idUser, kind, review, onDropped }: DropReviewProps) {
  const [isAsking, setAsking] = useState(false);
  const { idWorkingCopy, version, base } = review;
  const dropping = useAct('No se pudo dejar la revisión', {
    mutationFn: () => {
      // The copy that is edited has been saved since the report was read.
      const edited = cache.getQueryData(
        queries.reports.getWorkingCopy.queryKey({ input: { idUser, kind } }),
      )?.data.workingCopy;
      return api.reports.dropWorkingCopy({
        idWorkingCopy,
        version: Math.max(version, edited?.version ?? 0),
      });
    },
    retry: false,
    onSuccess: () => {
      notifySuccess('Revisión terminada sin firmar');
      onDropped();
    },
    onSettled: () => {
      setAsking(false);
      return refreshReports(idUser);
    },
  });
  return (
    <div className={classes.actions}>
      <LockButton kind="subtle" size="compact-sm" onClick={() => setAsking(true)}>
        Dejar la revisión
      </LockButton>
      <Confirmation
        opened={isAsking}
        title="¿Dejar la revisión?"
        question={`Se perderán los cambios de tu copia de trabajo. La versión ${base.number} no cambia.`}
        confirmLabel="Dejar la revisión"
        kind="danger"
        busy={dropping.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => dropping.mutate()}
      />
    </div>
  );
}
