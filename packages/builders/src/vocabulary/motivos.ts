/** Reasons for writing through the landing page. */
export const motivos = [
  'Llevamos más de un año intentando',
  'Vasectomía previa',
  'Quiero una segunda opinión',
  'Precio del estudio',
  'Información sobre el kit en casa',
  'Alianza comercial con mi clínica',
  'Resultados de seminograma alterados',
  'Varicocele diagnosticado',
  'Congelar muestra antes de un tratamiento',
  'Sucursal más cercana',
  'Pérdidas gestacionales repetidas',
  'Chequeo antes de buscar un embarazo',
  'Problemas de erección',
  'Facturación y seguro',
  'Niveles bajos de testosterona',
] as const;

/** Notes of staff after the first contact. */
export const prospectNotes = [
  'Llamar por la tarde, sale de trabajar a las 18:00.',
  'Pidió factura a nombre de su empresa.',
  'Prefiere WhatsApp. Ya tiene un seminograma de otro laboratorio; lo enviará.',
  'Interesado en el paquete completo; comparar con la sucursal de su zona.',
  'No contestó en dos intentos. Volver a marcar el jueves.',
  'Su pareja tiene 37 años y también inicia estudios. Dar prioridad.',
  'Preguntó por meses sin intereses.',
  'Agendó su test y recibió las indicaciones de abstinencia.',
  'Vasectomía hace 9 años. Se le explicó que primero va valoración con urología.',
  'Canalizado con el área comercial para revisar el convenio.',
  'Por ahora no desea continuar; contactar en tres meses.',
  'Toma tratamiento para la tiroides. Pedir resultados recientes.',
  'Vive fuera de la ciudad: ofrecer videoconsulta.',
  'Ya es paciente. Registro creado en recepción.',
] as const;
