import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/api/client.ts';
import { countOf, formatCount, formatPercent } from '../../../lib/format/numbers.ts';
import { LoadError } from '../../../ui/page/LoadError.tsx';
import { PersonCell } from '../../../ui/status/PersonCell.tsx';
import classes from './SignedFigures.module.css';

/** How many reports each person signed, and how many of them without any edit (R6). */
export function SignedFigures() {
  const query = useQuery(
    queries.reports.statistics.queryOptions({ input: {}, select: ({ data }) => data }),
  );
  const { data } = query;
  return (
    <section className={classes.card} aria-labelledby="signed-figures">
      <div className={classes.head}>
        <h2 id="signed-figures" className={classes.title}>
          Firmados sin cambios
        </h2>
        {data && (
          <span className={classes.sum}>
            {formatCount(data.unedited)} de{' '}
            {countOf(data.signed, ['informe firmado', 'informes firmados'])}
          </span>
        )}
      </div>
      <p className={classes.reason}>
        Firmar un informe tal como lo escribió la IA no es un error, pero conviene revisar de nuevo
        si ocurre muchas veces seguidas.
      </p>
      {data === undefined ? (
        query.error ? (
          <LoadError title="No se pudieron cargar las cifras de firmas" queries={[query]} />
        ) : (
          <Skeleton height={96} />
        )
      ) : data.signers.length === 0 ? (
        <p className={classes.none}>Nadie ha firmado un informe todavía.</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Médico</th>
              <th scope="col">Firmados</th>
              <th scope="col">Sin cambios</th>
              <th scope="col">Proporción</th>
            </tr>
          </thead>
          <tbody>
            {data.signers.map(({ idAccount, name, signed, unedited }) => (
              <tr key={idAccount}>
                <td>
                  <PersonCell name={name} />
                </td>
                <td>{formatCount(signed)}</td>
                <td>{formatCount(unedited)}</td>
                <td>{formatPercent(signed === 0 ? 0 : unedited / signed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
