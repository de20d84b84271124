import { Skeleton } from '@mantine/core';
import { DAYS_TO_UNMERGE } from '@simiente/contract/patients/merges';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { PageHeader } from '../../../ui/list/PageHeader.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { RecordSection, SectionRows } from '../../../ui/page/record-sections.tsx';
import { Confirmation } from '../../../ui/questions/Confirmation.tsx';
import { PendingRecord } from '../../records/public.ts';
import { PageCrumbs, PageTitle } from '../../shell/public.ts';
import { PatientPicker, patientCrumb } from '../PatientPicker.tsx';
import { usePatient } from '../patient-list.ts';
import { patientsCrumb, patientWords } from '../patient-status.ts';
import { Comparison } from './Comparison.tsx';
import classes from './MergePage.module.css';
import { useUnmerge } from './use-merge.ts';

const from = '/_shell/_guarded/pacientes/$idUser/fusionar';

/** /pacientes/{id}/fusionar: finds another record of the same person, then compares both; lists earlier merges. */
export function MergePage() {
  const { idUser } = useParams({ from });
  const { con: other } = useSearch({ from });
  const navigate = useNavigate({ from: '/pacientes/$idUser/fusionar' });
  const patient = usePatient(idUser);
  const preview = useAnswer(queries.patientMerges.preview, {
    input: { idUser, idOther: other ?? '' },
    enabled: other !== undefined,
    // A merge sends the versions of the shown records, which must be current.
    staleTime: 0,
  });
  if (!patient.data || preview.error) {
    return (
      <PendingRecord words={patientWords} queries={[patient, preview]} title="Fusionar pacientes" />
    );
  }
  return (
    <>
      <PageTitle>Fusionar pacientes</PageTitle>
      <PageCrumbs
        crumbs={[patientsCrumb, patientCrumb(idUser, patient.data.name), { label: 'Fusionar' }]}
      />
      <PageHeader
        title="Fusionar pacientes"
        context={
          other === undefined
            ? 'Elige el otro expediente de la misma persona.'
            : 'Elige qué dato se conserva. Todo lo demás de los dos expedientes se combina.'
        }
      />
      {other === undefined ? (
        <>
          <div className={classes.picker}>
            <PatientPicker
              value={null}
              onChange={(found) =>
                found && found.idUser !== idUser && void navigate({ search: { con: found.idUser } })
              }
            />
          </div>
          <EarlierMerges idUser={idUser} name={patient.data.name} />
        </>
      ) : preview.data ? (
        <Comparison
          // Newer versions, loaded after a conflict, reset the choices.
          key={preview.data.patients.map(({ version }) => version).join()}
          preview={preview.data}
          onRefresh={() => void preview.refetch()}
        />
      ) : (
        <Skeleton height={420} radius={12} />
      )}
    </>
  );
}

/** Merges in which this record was kept, with 'Deshacer'. */
function EarlierMerges({ idUser, name }: { idUser: string; name: string }) {
  const merges = useAnswer(queries.patientMerges.list, { input: { idUser } });
  const undo = useUnmerge();
  const [mergeToUndo, setMergeToUndo] = useState<{ idMerge: string; other: string }>();
  const rows = merges.data?.merges;
  if (rows?.length === 0) return null;
  return (
    <RecordSection id="fusiones" title="Fusiones" count={null} action={null}>
      <SectionRows query={merges} rows={rows} failure="No se pudieron cargar las fusiones" empty="">
        {({ idMerge, at, by, other, undoneAt, canUndo }) => (
          <li key={idMerge} className={classes.merge}>
            <span>
              {other.name} · <DateText value={at} />
              {by !== null && ` · ${by}`}
              {undoneAt !== null && ' · Deshecha'}
            </span>
            {canUndo && (
              <Button
                kind="default"
                size="xs"
                icon={IconArrowBackUp}
                aria-label={`Deshacer la fusión con ${other.name}`}
                aria-haspopup="dialog"
                onClick={() => setMergeToUndo({ idMerge, other: other.name })}
              >
                Deshacer
              </Button>
            )}
          </li>
        )}
      </SectionRows>
      <p className={classes.hint}>
        {`Una fusión se puede deshacer durante ${DAYS_TO_UNMERGE} días.`}
      </p>
      <Confirmation
        opened={mergeToUndo !== undefined}
        title={`¿Deshacer la fusión con ${mergeToUndo?.other}?`}
        question={`${name} y ${mergeToUndo?.other} vuelven a ser dos expedientes. Cada uno recupera sus datos, estudios, citas e informes de antes de la fusión.`}
        details={[
          `Lo que llegó después se queda en el expediente de ${name}, salvo lo que responde a una orden o un estudio del otro.`,
          'Los datos que se editaron después de la fusión no cambian.',
        ]}
        confirmLabel="Deshacer fusión"
        busy={undo.isPending}
        onCancel={() => setMergeToUndo(undefined)}
        onConfirm={() =>
          mergeToUndo &&
          undo.mutate(mergeToUndo.idMerge, { onSettled: () => setMergeToUndo(undefined) })
        }
      />
    </RecordSection>
  );
}
