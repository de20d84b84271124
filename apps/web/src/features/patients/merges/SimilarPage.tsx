import { describeCalendarDay } from '@simiente/contract/format/dates';
import type { SimilarPatients } from '@simiente/contract/patients/calls';
import { Link } from '@tanstack/react-router';
import { api, invalidate, queries, useAnswer } from '../../../lib/api/client.ts';
import { pluralize } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { keepFocus } from '../../../ui/focus.ts';
import { PageHeader } from '../../../ui/list/PageHeader.tsx';
import { SectionRows } from '../../../ui/page/record-sections.tsx';
import { notifySuccess, useToastMutation } from '../../../ui/toasts/notify.tsx';
import { useCan } from '../../session/public.ts';
import { PageCrumbs, PageTitle } from '../../shell/public.ts';
import { describeMatch } from '../form/PossibleDuplicates.tsx';
import { patientsCrumb } from '../patient-status.ts';
import classes from './SimilarPage.module.css';

type Pair = SimilarPatients['pairs'][number];

const TITLE = 'Posibles duplicados';

/** /pacientes/duplicados: pairs of patients who may be the same person. */
export function SimilarPage() {
  const similar = useAnswer(queries.patients.listSimilar, {});
  const { pairs, total } = similar.data ?? {};
  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <PageCrumbs crumbs={[patientsCrumb, { label: TITLE }]} />
      <PageHeader
        title={TITLE}
        context={
          total !== undefined && pluralize(total, ['par de pacientes', 'pares de pacientes'])
        }
      />
      <SectionRows
        query={similar}
        rows={pairs}
        failure="No se pudieron cargar los posibles duplicados"
        empty="No hay pacientes que parezcan la misma persona."
      >
        {(pair) => <PairRow key={pair.patients.map(({ idUser }) => idUser).join()} pair={pair} />}
      </SectionRows>
    </>
  );
}

function PairRow({ pair: { patients, matched, earlier } }: { pair: Pair }) {
  const can = useCan();
  const dismissing = useToastMutation('No se pudo descartar', {
    mutationFn: (pair: { idUser: string; idOther: string }) => api.patients.dismissSimilar(pair),
    onSuccess: async () => {
      await invalidate(queries.patients.listSimilar.key());
      notifySuccess('Ya no aparecerán como posibles duplicados');
    },
  });
  const [one, other] = patients;
  if (one === undefined || other === undefined) return null;
  return (
    <li ref={keepFocus} className={classes.row}>
      <div className={classes.people}>
        {patients.map(({ idUser, name, email, phone, birthDate, curp }) => (
          <div key={idUser}>
            <Link className={classes.name} to="/pacientes/$idUser" params={{ idUser }}>
              {name}
            </Link>
            <p className={classes.detail}>
              {[email, phone, birthDate && describeCalendarDay(birthDate), curp]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
        ))}
        <p className={classes.detail}>{describeMatch({ matched, earlier }).join(' · ')}</p>
      </div>
      <div className={classes.actions}>
        {can('patients.edit') && (
          <Button
            kind="subtle"
            aria-label={`Son personas distintas: ${one.name} y ${other.name}`}
            loading={dismissing.isPending}
            onClick={() => dismissing.mutate({ idUser: one.idUser, idOther: other.idUser })}
          >
            Son personas distintas
          </Button>
        )}
        {can('patients.merge') && (
          <LinkButton
            kind="default"
            link={
              <Link
                to="/pacientes/$idUser/fusionar"
                params={{ idUser: one.idUser }}
                search={{ con: other.idUser }}
                aria-label={`Comparar ${one.name} con ${other.name}`}
              />
            }
          >
            Comparar
          </LinkButton>
        )}
      </div>
    </li>
  );
}
