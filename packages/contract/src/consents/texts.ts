/** A text of the consent to the processing of health data; one that a patient accepted is never edited. */
interface ConsentText {
  readonly version: string;
  readonly text: string;
}

/** Oldest first; new consents are given to the last one. A changed text is a new version. */
export const consentTexts: readonly [ConsentText, ...ConsentText[]] = [
  {
    version: '2026-11',
    text: `Acepto de manera libre, específica e informada que la clínica trate mis datos personales sensibles de salud: mis antecedentes, estudios, resultados, informes, recetas y citas.

La clínica los usará para atenderme, dar seguimiento a mi tratamiento, coordinar los estudios que me indique con los laboratorios y cumplir con las obligaciones que la ley le impone sobre el expediente clínico. No los usará para otro fin sin pedirme antes otro consentimiento.

He tenido a la vista el aviso de privacidad de la clínica. Sé que puedo conocer mis datos, pedir que se corrijan o se cancelen y oponerme a su uso, y que puedo retirar este consentimiento en cualquier momento. Retirarlo no afecta lo que se hizo antes ni borra lo que la ley obliga a conservar.`,
  },
];
