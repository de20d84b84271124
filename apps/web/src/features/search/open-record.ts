import { useParams } from '@tanstack/react-router';
import { cache, queries } from '../../lib/api/client.ts';

/** The patient or the doctor of the page, from the cache: the page has loaded them. */
export function useOpenRecord() {
  const { idUser, idDoctor } = useParams({ strict: false });
  const input = { idUser: idUser ?? '' };
  const record = cache.getQueryData(queries.patients.getOne.queryKey({ input }))?.data;
  const patient =
    record ?? cache.getQueryData(queries.patients.getMedicalHistory.queryKey({ input }))?.data;
  const doctorKey = queries.doctors.getOne.queryKey({ input: { idDoctor: idDoctor ?? '' } });
  return {
    idUser,
    idDoctor,
    /** The patient, with the fields of its form. */
    record,
    patient:
      idUser === undefined || patient === undefined ? undefined : { ...input, name: patient.name },
    doctor: cache.getQueryData(doctorKey)?.data,
  };
}
