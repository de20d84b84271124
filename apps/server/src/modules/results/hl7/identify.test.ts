import { Hl7Message } from '@medplum/core';
import { analyteKeys, getAnalyte } from '@simiente/contract/results/analytes/catalogue';
import { ABSTINENCE_LOINC } from '@simiente/contract/results/analytes/studies';
import { describe, expect, test } from 'vitest';
import { identify, type ObservedStudy, readSpecimen } from './identify.ts';

const plain: ObservedStudy = {
  status: 'F',
  names: [],
  specimens: [],
  groups: [],
  type: '',
  codes: new Map(),
};

const specimen = (text: string) => ({ specimens: [readSpecimen(text) ?? []].flat() });

function identifyObservation(obx3: string, subId = '', study: Partial<ObservedStudy> = {}) {
  const text = `MSH|^~\\&|LIS\rOBX|1|ST|${obx3}|${subId}|x||||||F`;
  const obx = Hl7Message.parse(text).getSegment('OBX');
  if (obx === undefined) throw new Error('The message has an OBX');
  return identify(obx, { ...plain, ...study });
}

describe('the analyte of an observation', () => {
  test('H-A1, E-10.760: every LOINC code names all analytes that share it', () => {
    const codes = analyteKeys.flatMap((key) => getAnalyte(key).loinc ?? []);
    expect(codes).not.toContain(ABSTINENCE_LOINC);
    for (const key of analyteKeys) {
      const { loinc, label } = getAnalyte(key);
      if (loinc === null) continue;
      expect(identifyObservation(`${loinc}^${label}^LN`), key).toEqual({
        analyte: key,
        note: null,
      });
      const isShared = codes.filter((code) => code === loinc).length > 1;
      const withoutText = identifyObservation(`${loinc}^^LN`);
      expect(withoutText.analyte, key).toBe(isShared ? null : key);
      if (isShared) expect(withoutText.note).toContain(label);
    }
  });

  test.each([
    ['35456-3^AZFa^LN', '', 'azfA'],
    ['35456-3^Región AZF-b (Yq11)^LN', '', null],
    ['35456-3^Región AZF-b^LN', '2', 'azfB'],
    ['35456-3^Microdeleción del cromosoma Y, región AZF c^LN', '', 'azfC'],
    ['35456-3^Microdeleciones del cromosoma Y^LN', 'AZFc', 'azfC'],
    ['35456-3^Microdeleciones del cromosoma Y^LN', '1', null],
    ['35456-3^AZFb+c^LN', '', null],
    ['35456-3^AZFbc^LN', 'AZFb', null],
    ['35456-3^AZFabc^LN', 'a', null],
    ['35456-3^AZFabc, deleción AZFc^LN', '', null],
    ['35456-3^AZFa y AZFb^LN', '', null],
    ['35456-3^AZFa sY84^LN', '', null],
    ['35456-3^AZFa^LN', 'AZFb', null],
    ['35456-3^AZFd^LN', '', null],
    ['35456-3^FSH^LN', '', null],
    ['15067-2^FSH^LN', '', 'fsh'],
    ['15067-2^Hormona foliculoestimulante^LN', '', 'fsh'],
    ['15067-2^LH^LN', '', null],
    ['15067-2^^LN^lh^LH^SIMIENTE', '', null],
    ['FSH-1^FSH^L^15067-2^^LN', '', 'fsh'],
    ['15067-2^HORMONA LUTEINIZANTE^LN', '', null],
    ['2991-8^Testosterona^LN', '', null],
    ['10611-2^MOTILIDAD PROGRESIVA (%)^LN', '', null],
    ['15067-2^HORMONA FOLICULO ESTIMULANTE (FSH)^LN', '', 'fsh'],
    ['fsh', '', 'fsh'],
    ['fsh^FSH', '', 'fsh'],
    ['fsh^Hormona foliculoestimulante^SIMIENTE', '', 'fsh'],
    ['ph^pH urinario^L', '', null],
    ['ph^pH urinario', '', null],
    ['volume^Volumen corpuscular medio^99LAB', '', null],
    ['15067-2^FSH basal^LN', 'basal', 'fsh'],
    ['15067-2^FSH 60 min post GnRH^LN', '', null],
    ['15067-2^FSH^LN', '30 min', null],
    ['15067-2^FSH en orina^LN', '', null],
    ['15067-2^Hormona estimulante del folículo^LN', '', 'fsh'],
    ['8248-7^Espermatozoides en orina post eyaculación^LN', '', 'urineSpermCount'],
    ['2842-3^Prolactina 20 minutos^LN', '1.2', null],
    ['2842-3^Prolactina monomérica^LN', '', null],
    ['10501-5^LH (30 min)^LN', '', null],
    ['9780-8^Concentración (post-capacitación)^LN', '', null],
    ['3160-9^Volumen (testículo derecho)^LN', '', null],
    ['2986-8^Testosterona biodisponible^LN', '', null],
    ['2991-8^Testosterona libre^LN', '', 'freeTestosterone'],
    ['10580-9^Licuefacción (min)^LN', '', 'liquefaction'],
    ['10613-8^Espermatozoides muertos^LN', '', null],
    ['10613-8^Espermatozoides vivos^LN', '', 'vitality'],
    ['10622-9^Formas anormales^LN', '', null],
    ['10611-2^Móviles^LN', '', null],
    ['10611-2^Espermatozoides no móviles^LN', '', 'immotile'],
    ['14194-5^Móviles progresivos^LN', '', 'progressiveMotility'],
    ['14194-5^Espermatozoides no progresivos^LN', '', null],
    ['10620-3^Móviles no progresivos^LN', '', 'nonProgressiveMotility'],
    ['6800-7^Móviles progresivos y no progresivos^LN', '', 'totalMotility'],
    ['9780-8^Concentración de espermatozoides móviles^LN', '', null],
    ['10617-9^MAR^LN', 'IgA', null],
    ['14194-5^Motilidad progresiva rápida^LN', '', null],
    ['10624-5^Motilidad progresiva rápida^LN', '', 'rapidMotility'],
    ['10613-8^Necrospermia^LN', '', null],
    ['10622-9^Formas atípicas^LN', '', null],
    ['9780-8^Concentración de células redondas^LN', '', null],
    ['2986-8^Dihidrotestosterona^LN', '', null],
    ['34319-4^Inhibina A^LN', '', null],
    ['34319-4^Inhibina B^LN', '', 'inhibinB'],
  ])(
    'H-A1, E-10.760, E-10.2356, E-10.2742, E-10.4000: %s with the sub-id «%s» is %s',
    (obx3, subId, key) => {
      expect(identifyObservation(obx3, subId).analyte).toBe(key);
    },
  );

  test.each<[string, Partial<ObservedStudy>, string | null]>([
    ['10501-5^LH^LN', { names: ['LH 30 MIN POST GNRH'] }, null],
    ['10501-5^LH basal^LN', { names: ['Curva de LH, 30 min'] }, 'lh'],
    ['10501-5^LH^LN', { names: ['Perfil hormonal (ayuno 8 h)'] }, 'lh'],
    ['9780-8^Concentración^LN', { names: ['Espermatobioscopia post vasectomía'] }, 'concentration'],
    ['9780-8^Concentración^LN', specimen('UR'), null],
    ['10579-1^Leucocitos^LN', specimen('Orina'), null],
    ['9780-8^Concentración^LN', specimen('Plasma seminal'), 'concentration'],
    ['15067-2^FSH^LN', specimen('SER'), 'fsh'],
    ['35456-3^AZFa^LN', specimen('Sangre total'), 'azfA'],
    ['2986-8^Testosterona^LN', specimen('Saliva'), null],
    ['2842-3^Prolactina^LN', specimen('CSF'), null],
    ['3160-9^Volumen^LN', specimen('Líquido folicular'), null],
    ['15067-2^FSH^LN', specimen('Tubo rojo'), 'fsh'],
    ['15067-2^FSH^LN', { specimens: ['sangre', 'orina'] }, null],
    ['2986-8^Testosterona^LN', { names: ['Testosterona salival'] }, null],
    ['15067-2^FSH basal^LN', { names: ['FSH en orina'] }, null],
    ['2986-8^Testosterona^LN', { names: ['Perfil testicular'] }, 'testosterone'],
    ['9780-8^Concentración^LN', { names: ['Capacitación espermática'] }, null],
    ['9780-8^Concentración (swim up)^LN', {}, null],
  ])('E-10.2880, E-10.3500: %s in a study with %j is %s', (obx3, study, key) => {
    expect(identifyObservation(obx3, '', study).analyte).toBe(key);
  });
});
