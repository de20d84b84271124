import { TextInput } from '@mantine/core';
import { countAddressParts } from '@simiente/contract/format/address';
import { PickMap } from '../../ui/map/LazyMap.tsx';
import { useMapTiles } from '../session/public.ts';
import { positionOf } from './branch-draft.ts';
import { fieldProps } from './field-props.ts';
import classes from './LocationFields.module.css';
import type { BranchForm } from './use-branch-form.ts';

/** Where a branch is: its address, and its coordinates, in two fields or with a pin on a map. */
export function LocationFields({ form }: { form: BranchForm }) {
  const tiles = useMapTiles();
  const parts = typeof form.base?.address === 'object' ? countAddressParts(form.base.address) : 0;
  return (
    <div className={classes.location}>
      <div className={classes.fields}>
        <div className={classes.wide}>
          <TextInput
            label="Dirección"
            description={
              parts > 1 && `Está guardada en ${parts} partes; si la cambias, será un solo texto.`
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...fieldProps(form, 'address')}
          />
        </div>
        <TextInput label="Estado" {...fieldProps(form, 'state')} />
        <TextInput label="Código postal" {...fieldProps(form, 'zip')} />
        <TextInput label="Latitud" inputMode="text" {...fieldProps(form, 'lat')} />
        <TextInput label="Longitud" inputMode="text" {...fieldProps(form, 'lng')} />
      </div>
      <PickMap
        label="Lugar de la sucursal"
        tiles={tiles}
        position={positionOf(form.draft)}
        readOnly={form.isSaving}
        onPick={({ lat, lng }) => form.edit({ lat: String(lat), lng: String(lng) })}
      />
    </div>
  );
}
