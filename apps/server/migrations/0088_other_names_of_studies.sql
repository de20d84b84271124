-- The type of the exam that answers a study, which orders have by a code of the catalogue or by a name, as study-names.ts of
-- the contract understands it.
CREATE OR REPLACE FUNCTION exam_type_of(study text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(
    (SELECT known.exam_type FROM (VALUES
      ('ECO', 'Ecografia_Testicular'), ('Ecografía Testicular', 'Ecografia_Testicular'),
      ('SEM', 'Seminograma'), ('Seminograma', 'Seminograma'),
      ('HORMO', 'Hormonal'), ('Perfil Hormonal', 'Hormonal'), ('Hormonal', 'Hormonal'),
      ('CULOR', 'Cultivo_Orina'), ('Cultivo de Orina', 'Cultivo_Orina'), ('Cultivo_Orina', 'Cultivo_Orina'),
      ('CULSEM', 'Cultivo_Semen'), ('Cultivo de Semen', 'Cultivo_Semen'), ('Cultivo_Semen', 'Cultivo_Semen'),
      ('BIO', 'Marcadores_Bioquimicos_Seminales'),
      ('Marcadores Bioquímicos Seminales', 'Marcadores_Bioquimicos_Seminales'),
      ('ECOPT', 'Ecografia_Testicular'), ('Ecografía Testículo-Escrotal', 'Ecografia_Testicular'),
      ('RC', 'Resonancia_Craneo'), ('ERM de Cráneo', 'Resonancia_Craneo'), ('RMN de Cráneo', 'Resonancia_Craneo'),
      ('ALG', 'Marcadores_Bioquimicos_Seminales'), ('Alfaglucosidasa', 'Marcadores_Bioquimicos_Seminales'),
      ('PT', 'perfil_tiroideo'), ('Pefil tiroideo', 'perfil_tiroideo'), ('perfil_tiroideo', 'perfil_tiroideo'),
      ('GLI', 'Hemoglobina glicosilada'), ('Hemoglobina glicosidada', 'Hemoglobina glicosilada'),
      ('ORP', 'Orina_Post_Orgasmo'), ('Orina postorgasmo', 'Orina_Post_Orgasmo'),
      ('EPT', 'Ecografia_Prostatica_Transrectal'),
      ('Ecografia prostatica transrectal', 'Ecografia_Prostatica_Transrectal'),
      ('Inhibina B', 'Inhibina_B')
    ) AS known (study, exam_type) WHERE lower(known.study) = lower(btrim($1))),
    (SELECT named.exam_type FROM (VALUES
      ('Seminograma', 'seminograma|espermatobioscopia|espermatobioscopia directa|espermatobioscopia directa con morfologia|espermatobioscopia simple|espermatobioscopia completa|espermiograma|espermograma|espermatograma|seminograma completo|seminograma basico|analisis de semen|analisis seminal|analisis del semen|analisis de semen completo|citologia de semen|examen de semen|estudio de semen|semen analysis|semen completo|conteo espermatico|cuenta espermatica|ebd'),
      ('Hormonal', 'hormonal|perfil hormonal|perfil hormonal masculino|perfil androgenico|perfil hormonal hombre|perfil de fertilidad masculina|hormonas|hormonas masculinas|perfil gonadal'),
      ('Inhibina_B', 'inhibina b|inhibina'),
      ('perfil_tiroideo', 'perfil tiroideo|perfil tiroideo completo|perfil de tiroides|pruebas de funcion tiroidea|pruebas tiroideas|funcion tiroidea|tiroides|perfil tiroideo basico'),
      ('Hemoglobina glicosilada', 'hemoglobina glicosilada|hemoglobina glucosilada|hemoglobina glicada|hemoglobina glucada|hemoglobina a1c|hba1c|a1c|hb a1c'),
      ('Marcadores_Bioquimicos_Seminales', 'marcadores bioquimicos seminales|marcadores bioquimicos|bioquimica seminal|bioquimica de semen|bioquimica de plasma seminal|marcadores seminales'),
      ('Cultivo_Semen', 'cultivo semen|espermocultivo|espermacultivo|cultivo de semen|cultivo seminal|cultivo de liquido seminal|cultivo de esperma|semen cultivo|semenocultivo'),
      ('Cultivo_Orina', 'cultivo orina|urocultivo|cultivo de orina|uricultivo'),
      ('Cariotipo', 'cariotipo|cariotipo en sangre|cariotipo en sangre periferica|cariotipo bandas g|cariotipo con bandas g|cariotipo de sangre periferica|estudio citogenetico'),
      ('Microdelesiones', 'microdelesiones|microdeleciones|microdeleciones del cromosoma y|microdelesiones del cromosoma y|microdeleciones cromosoma y|microdeleciones de y|microdeleciones azf|microdeleciones y|azf|factor de azoospermia'),
      ('Orina_Post_Orgasmo', 'orina post orgasmo|orina posteyaculacion|orina post eyaculacion|orina posteyaculado|orina post eyaculado|orina posteyaculatoria|busqueda de espermatozoides en orina|espermatozoides en orina|orina postorgasmo'),
      ('Ecografia_Testicular', 'ecografia testicular|ultrasonido testicular|ultrasonido escrotal|ultrasonido doppler testicular|ultrasonido doppler escrotal|ultrasonido de testiculos|usg testicular|us testicular|eco testicular|ecosonograma testicular|ecografia escrotal|doppler testicular|ecografia doppler testicular'),
      ('Ecografia_Prostatica_Transrectal', 'ecografia prostatica transrectal|ultrasonido prostatico|ultrasonido prostatico transrectal|ultrasonido transrectal|usg prostatico|usg transrectal|ultrasonido de prostata|ecografia prostatica|ultrasonido transrectal de prostata'),
      ('Resonancia_Craneo', 'resonancia craneo|resonancia magnetica de craneo|resonancia de craneo|resonancia magnetica de hipofisis|resonancia de hipofisis|rm de craneo|rm de hipofisis|rmn de craneo|resonancia magnetica de silla turca'),
      ('Fragmentacion_ADN', 'fragmentacion adn|fragmentacion de adn|fragmentacion del adn|fragmentacion de adn espermatico|fragmentacion del adn espermatico|fragmentacion espermatica|indice de fragmentacion de adn|indice de fragmentacion|scd|halosperm|tunel espermatico|dfi')
    ) AS named (exam_type, names)
     WHERE btrim(regexp_replace(public.fold_text($1), '[^[:alnum:]]+', ' ', 'g')) = ANY (string_to_array(named.names, '|'))),
    btrim($1))
$$;--> statement-breakpoint
-- Orders from before that nothing answers yet.
UPDATE exam_order_studies SET exam_type = exam_type_of(study)
 WHERE exam_id IS NULL AND exam_type <> exam_type_of(study);
