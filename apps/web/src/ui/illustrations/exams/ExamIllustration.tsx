import type { ComponentType } from 'react';
import { GlycatedHemoglobin, Hormones, InhibinB, ThyroidProfile } from './blood.tsx';
import { Karyotype, Microdeletions } from './genetics.tsx';
import { BrainResonance, ProstateUltrasound, TesticularUltrasound } from './imaging.tsx';
import {
  BiochemicalMarkers,
  PostOrgasmUrine,
  SemenCulture,
  Seminogram,
  UrineCulture,
} from './semen.tsx';

/** Keys use the wire's own spelling: words joined by underscores, with its odd ones. */
const drawings = new Map<string, ComponentType>([
  ['Seminograma', Seminogram],
  ['Hormonal', Hormones],
  ['Ecografia_Testicular', TesticularUltrasound],
  ['Resonancia_Craneo', BrainResonance],
  ['Hemoglobina glicosilada', GlycatedHemoglobin],
  ['Marcadores_Bioquimicos_Seminales', BiochemicalMarkers],
  ['Cariotipo', Karyotype],
  ['Microdelesiones', Microdeletions],
  ['Orina_Post_Orgasmo', PostOrgasmUrine],
  ['Cultivo_Semen', SemenCulture],
  ['Cultivo_Orina', UrineCulture],
  ['Ecografia_Prostatica_Transrectal', ProstateUltrasound],
  ['perfil_tiroideo', ThyroidProfile],
  ['Inhibina_B', InhibinB],
]);

/** The drawing of an exam's type; an unknown type gets the seminogram. */
export function ExamIllustration({ examType }: { examType: string }) {
  const Picture = drawings.get(examType) ?? Seminogram;
  return <Picture />;
}
