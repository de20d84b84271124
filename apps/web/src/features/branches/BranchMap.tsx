import { CloseButton } from '@mantine/core';
import type { BranchPlace } from '@simiente/contract/branches/calls';
import type { Partner } from '@simiente/contract/partners/calls';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { queries } from '../../lib/api/client.ts';
import { PlacesMap } from '../../ui/map/LazyMap.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { withPartner } from '../partners/public.ts';
import { useMapTiles } from '../session/public.ts';
import classes from './BranchMap.module.css';

interface BranchMapProps {
  idPartner: string;
  partner: Partner | undefined;
  search: string;
}

interface Place {
  readonly id: string;
  readonly name: string;
  readonly position: { readonly lat: number; readonly lng: number };
  readonly branch: BranchPlace;
}

const NONE: readonly Place[] = [];

/** The map of a partner's branches, or of the matching ones; a marker lists its branches. */
export function BranchMap({ idPartner, partner, search }: BranchMapProps) {
  const tiles = useMapTiles();
  const text = search.trim();
  const { data, error, refetch } = useQuery(
    queries.branches.places.queryOptions({
      input: { idPartner, ...(text !== '' && { search: text }) },
    }),
  );
  const places = useMemo(
    () =>
      data?.data.places.map((branch): Place => {
        const { idBranch, name, location } = branch;
        return { id: idBranch, name, position: location, branch };
      }) ?? NONE,
    [data],
  );
  const [selection, setSelection] = useState({ of: places, chosen: NONE });
  // A selection belongs to the places in which it was made.
  const chosen = selection.of === places ? selection.chosen : NONE;

  if (error && data === undefined) {
    return (
      <section className={classes.card}>
        <LoadError title="Error al obtener las sucursales" queries={[{ error, refetch }]} />
      </section>
    );
  }
  return (
    <section aria-label="Mapa de sucursales" aria-busy={data === undefined}>
      <PlacesMap
        label="Mapa de sucursales"
        tiles={tiles}
        places={places}
        onChoose={(next) => setSelection({ of: places, chosen: next })}
      >
        {chosen.length > 0 && (
          <Chosen
            places={chosen}
            partner={partner}
            onClose={() => setSelection({ of: places, chosen: NONE })}
          />
        )}
      </PlacesMap>
      <p className={classes.note} role="status">
        {data && describe(places.length, data.data)}
      </p>
    </section>
  );
}

interface ChosenProps {
  places: readonly Place[];
  partner: Partner | undefined;
  onClose: () => void;
}

/** The branches of a marker, each with a link. */
function Chosen({ places, partner, onClose }: ChosenProps) {
  return (
    <div className={classes.chosen} role="status">
      <ul className={classes.list}>
        {places.map(({ id, branch }) => (
          <li key={id}>
            <Link
              className={classes.link}
              to="/partners/edit-branch/$idBranch"
              params={{ idBranch: id }}
              state={partner === undefined ? true : withPartner(partner)}
            >
              {branch.name}
            </Link>
            {branch.state && <span className={classes.state}>{branch.state}</span>}
          </li>
        ))}
      </ul>
      <CloseButton size={24} iconSize={14} aria-label="Cerrar" onClick={onClose} />
    </div>
  );
}

/** '24 sucursales en el mapa. 2 no tienen coordenadas.' */
function describe(shown: number, { left, unplaced }: { left: number; unplaced: number }): string {
  const sentences = [`${shown} ${shown === 1 ? 'sucursal' : 'sucursales'} en el mapa.`];
  if (left > 0) sentences.push(`Hay ${left} más; usa el buscador para verlas.`);
  if (unplaced === 1) sentences.push('1 no tiene coordenadas.');
  if (unplaced > 1) sentences.push(`${unplaced} no tienen coordenadas.`);
  return sentences.join(' ');
}
