import { Select } from '@mantine/core';
import {
  analyteKeys,
  getAnalyte,
  isAnalyteKey,
} from '@simiente/contract/results/analytes/catalogue';
import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';
import { describeNamedValue } from '@simiente/contract/results/words';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { MutationModal } from '../../record-form/public.ts';
import { groupAnalytes } from '../ranges/range-list.ts';
import { refreshRecord, useResultSetCall } from '../result-cache.ts';

const options = groupAnalytes(analyteKeys.filter((key) => !getAnalyte(key).isDerived));

interface NameValueDialogProps {
  set: ResultSet;
  value: ResultValue;
  onClose: () => void;
}

/** Chooses the analyte of a laboratory's own code, for this value and for the laboratory's next messages. */
export default function NameValueDialog({ set, value, onClose }: NameValueDialogProps) {
  const { idResultSet, version, laboratory } = set;
  const { idValue, laboratoryCode } = value;
  const [analyte, setAnalyte] = useState(value.analyte);
  const send = useResultSetCall(api.results.nameValue);
  const naming = useMutation({
    mutationFn: () => {
      const chosen = analyte !== null && isAnalyteKey(analyte) ? analyte : null;
      return send({ idResultSet, version, idValue: idValue ?? '', analyte: chosen });
    },
    onSuccess: async (saved) => {
      onClose();
      await refreshRecord(saved.idUser);
      notifySuccess('Analito guardado');
    },
  });
  const issue = naming.error instanceof ApiFailure ? naming.error.issues[0] : undefined;

  return (
    <MutationModal
      title="Analito de este código"
      lead={`${laboratoryCode}. ${describeNamedValue(value)}`}
      isUnsaved={analyte !== value.analyte}
      mutation={naming}
      failure={issue && null}
      submitLabel="Guardar"
      missing={analyte === value.analyte && 'Elige otro analito.'}
      onSubmit={() => naming.mutate()}
      onClose={onClose}
    >
      <Select
        label="Analito"
        description={`Se usará también en los próximos mensajes de ${laboratory?.name ?? 'este laboratorio'}.`}
        placeholder="Como lo nombró el laboratorio"
        data={options}
        searchable
        clearable
        error={issue?.message}
        readOnly={naming.isPending}
        value={analyte}
        onChange={setAnalyte}
      />
    </MutationModal>
  );
}
