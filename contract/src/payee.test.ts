import { expect, test } from 'vitest'
import { isComparable, type PayeeVerdict, payeeVerdict } from './payee.ts'

/** Typed | holder, a pair a line. */
const pairsOf = (lines: string): [string, string][] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((name) => name.trim()) as [string, string])

/** The same person or company, however it was written. */
const matches = pairsOf(`
  Bob Stone | Bob Stone
  bob stone | Bob Stone
  BOB  STONE | Bob Stone
  Stone Bob | Bob Stone
  Stone, Bob | Bob Stone
  Mr Bob Stone | Bob Stone
  Mr. Bob Stone | Bob Stone
  Dr. Bob Stone | Bob Stone
  Prof. Dr. Anna Weber | Anna Weber
  Dipl.-Ing. Anna Weber | Anna Weber
  Frau Anna Weber | Anna Weber
  Bob Stone | Dr Bob Stone
  Anne-Marie Duval | Anne Marie Duval
  Anne Duval | Anne Marie Duval
  John Smith | John Andrew Smith
  John A Smith | John Andrew Smith
  John A. Smith | John Andrew Smith
  Smith John A | John Andrew Smith
  Siobhan O'Brien | Siobhan O’Brien
  Siobhan OBrien | Siobhan O'Brien
  Siobhan O Brien | Siobhan O'Brien
  Ronald McDonald | Ronald Mc Donald
  Juan de la Cruz | Juan Delacruz
  Juan Cruz | Juan de la Cruz
  José García | Jose Garcia
  Jose Garcia | José García
  François Noël | Francois Noel
  Łukasz Wałęsa | Lukasz Walesa
  Søren Kierkegård | Soren Kierkegard
  Soeren Kierkegaard | Søren Kierkegård
  Jan van der Berg | Jan Berg
  Jan Berg | Jan van den Berg
  John Smith Jr | John Smith Junior
  Bob Stone | Bob Stone
  Hans Müller | Hans Mueller
  Hans Mueller | Hans Müller
  Hans Muller | Hans Müller
  Jürgen Groß | Juergen Gross
  Juergen Gross | Jürgen Groß
  Jurgen Gross | Jürgen Groß
  Käthe Schäfer | Kaethe Schaefer
  Kathe Schafer | Käthe Schäfer
  Ursula von der Leyen | Ursula Leyen
  Leyen, Ursula von der | Ursula von der Leyen
  Herr Jörg Böhm | Joerg Boehm
  Björn Höcker | Bjoern Hoecker
  Anna Maria Weiß | Anna Maria Weiss
  Weiss Anna Maria | Anna Maria Weiß
  Özgür Yıldız | Ozgur Yildiz
  Ozgur Yildiz | Özgür Yıldız
  ÖZGÜR YILDIZ | Özgür Yıldız
  Ayşe Yılmaz | Ayse Yilmaz
  AYŞE YILMAZ | Ayşe Yılmaz
  ayse yilmaz | Ayşe Yılmaz
  Yılmaz Ayşe | Ayşe Yılmaz
  Çağla Şahin | Cagla Sahin
  Cagla Sahin | Çağla Şahin
  İbrahim Işık | Ibrahim Isik
  IBRAHIM ISIK | İbrahim Işık
  Gökhan İnönü | Gokhan Inonu
  Goekhan Inoenue | Gökhan İnönü
  Sayın Mehmet Öz | Mehmet Öz
  Mehmet Öz Bey | Mehmet Öz
  Av. Zeynep Koç | Zeynep Koc
  Doç. Dr. Zeynep Koç | Zeynep Koç
  Mehmet Yılmaz | Mehmet Ali Yılmaz
  Mehmet A. Yılmaz | Mehmet Ali Yılmaz
  Fatma Nur Çelik | Fatma Nur Celik
  Ümit Güneş | Umit Gunes
  Uemit Guenes | Ümit Güneş
  Ğülçin Üçüncü | Gulcin Ucuncu
  Mohammed Ali | Muhammad Ali
  Mohamed Ali | Mohammed Ali
  Muhammed Aly | Mohammad Ali
  Mohd Hassan | Muhammad Hasan
  Ahmed Hussain | Ahmad Hussein
  Yousef Khaled | Yusuf Khalid
  Youssef Ibrahim | Yusuf Ebrahim
  Abdul Rahman Khan | Abdulrahman Khan
  Abdurrahman Khan | Abdul Rahman Khan
  Abd al-Rahman Khan | Abdulrahman Khan
  Abderrahmane Khan | Abdurrahman Khan
  Abdel Aziz Nasser | Abdulaziz Nasser
  Abdelkader Bensalah | Abdulqadir Bensalah
  Abdallah Haddad | Abdullah Haddad
  Omar Al-Masri | Umar El Masri
  Omar Elmasri | Omar Al Masri
  Omar Masri | Omar al-Masri
  Fatimah Khoury | Fatima Khouri
  Aicha Benali | Aisha Benali
  Zeinab Haddad | Zaynab Haddad
  Leila Nasser | Layla Nasir
  Mustapha Mahmoud | Mustafa Mahmud
  Tarek Mansour | Tariq Mansour
  Sheikh Faisal Hakim | Faysal Hakeem
  Khalid bin Walid | Khaled ibn Waleed
  Hajj Suleiman Farouk | Sulaiman Farooq
  Noor Saeed | Nour Said
  Mariam Jameel | Maryam Jamil
  Oussama Cherif | Osama Sharif
  Daoud Zakaria | Dawood Zakariya
  Acme GmbH | Acme GmbH
  ACME GMBH | Acme GmbH
  Acme Limited | Acme Ltd
  Acme Ltd. | Acme Limited
  Acme L.L.C. | Acme LLC
  Acme Incorporated | Acme Inc.
  Müller Bau GmbH | Mueller Bau GmbH
  Bau Müller GmbH | Müller Bau GmbH
  Smith & Sons Ltd | Smith and Sons Limited
  Weber und Söhne KG | Weber & Soehne KG
  Yıldız İnşaat A.Ş. | Yildiz Insaat AS
  Yıldız İnşaat Anonim Şirketi | Yıldız İnşaat A.Ş.
  Yıldız İnş. Ltd. Şti. | Yildiz Insaat Limited Sirketi
  Koç Gıda San. ve Tic. Ltd. Şti. | Koc Gida Sanayi ve Ticaret Limited Şirketi
  Global Trading Intl LLC | Global Trading International LLC
  Baker Bros Inc | Baker Brothers Inc
  Banque Libano S.A.L. | Banque Libano SAL
  Horizon Trading W.L.L. | Horizon Trading WLL
  Société Générale S.A. | Societe Generale SA
`)

/** Probably the one that is meant: the customer is shown the right name. */
const closes = pairsOf(`
  Bob Stoen | Bob Stone
  Bob Stonee | Bob Stones
  Bob Sttone | Bob Stone
  Bob Stne | Bob Stone
  B Stone | Bob Stone
  B. Stone | Bob Stone
  Stone B | Bob Stone
  Bob Stone | B Stone
  J A Smith | John Andrew Smith
  Bob Michael Stone | Bob Stone
  Maria Garcia | Maria Garcia Lopez
  Anna Müller | Anna Müller-Lüdenscheid
  John Smith Jr | John Smith
  John Smith | John Smith Senior
  Hans Müler | Hans Müller
  Hans Muller | Hans Mueller
  Jürgen Schmitd | Jürgen Schmidt
  Jürgen Schmid | Jürgen Schmidt
  Katharina Schneidr | Katharina Schneider
  Kathrina Schneider | Katharina Schneider
  Wolfgang Hoffman | Wolfgang Hoffmann
  W. Hoffmann | Wolfgang Hoffmann
  Ayşe Yılmz | Ayşe Yılmaz
  Ayse Yilmas | Ayşe Yılmaz
  Ali Yılmaz | Mehmet Ali Yılmaz
  A. Yılmaz | Ayşe Yılmaz
  Özgür Yıldırm | Özgür Yıldırım
  Mustafa Kahramn | Mustafa Kahraman
  Gökhan Karadenzi | Gökhan Karadeniz
  M. Öztürk | Mehmet Öztürk
  Zeynep Arslan | Zeynep Aarslan
  Mohammed Mansor | Muhammad Mansour
  M. Mansour | Mohammed Mansour
  Tarek Manosur | Tariq Mansour
  Ahmed Khalifah Nasser | Ahmed Nasser
  Abdulrahman Siddiqi | Abdul Rahman Siddiqui
  Acme | Acme GmbH
  Acme GmbH | Acme
  Bob Stone | Bob Stone Ltd
  Siemenz AG | Siemens AG
  Müller Hochbua GmbH | Müller Hochbau GmbH
  Weber Logistk GmbH | Weber Logistik GmbH
  Yıldız İnşat A.Ş. | Yıldız İnşaat A.Ş.
  Acme GmbH | Acme GmbH & Co. KG
  Global Tradng LLC | Global Trading LLC
`)

/** Others. Neither may they be taken for the holder, nor may the holder be named to them. */
const others = pairsOf(`
  Bob Stone | Alice Stone
  Bob Stone | Bob Baker
  Bob Stone | Priya Raman
  Stone | Bob Stone
  Bob | Bob Stone
  B S | Bob Stone
  B | Bob Stone
  Bob S | Bob Stone
  Mr Stone | Bob Stone
  Mrs Stone | Bob Stone
  C Stone | Bob Stone
  B Stoen | Bob Stone
  Robt Stoen | Bob Stone
  John Paul Smith | John Peter Smith
  John Smith Jr | John Smith Sr
  John Smith II | John Smith III
  Jon Li | Jan Li
  Tom Lee | Tim Lee
  Max Wu | Mix Wu
  Mario Rossi | Maria Rossi
  Martin Weber | Martina Weber
  Daniel Koch | Daniela Koch
  Christian Wolf | Christiane Wolf
  Simon Wolf | Simone Wolf
  Stefan Wolf | Steffen Wolf
  Peter Schulz | Petra Schulz
  Peter Schulz | Peter Schulze
  Hans Müller | Hans Möller
  Hans Meier | Heinz Meier
  Karin Vogel | Karen Vogel
  Herr Müller | Anna Müller
  Jan Kowalski | Janina Kowalska
  Anna Kowalski | Anna Kowalska
  Katharina Müller | Katharina Schneider
  Wolfgang Hoffmann | Wolfram Hofer
  Ayşe Yılmaz | Ali Yılmaz
  Ayşe Yılmaz | Ayşe Yıldız
  Ayşe Yılmaz | Fatma Yılmaz
  Erhan Demir | Erkan Demir
  Serkan Kaya | Serhan Kaya
  Hakan Şahin | Hasan Şahin
  Kemal Aydın | Cemal Aydın
  Selim Koç | Selin Koç
  Fatih Öz | Fatma Öz
  Mehmet Çelik | Ahmet Çelik
  Emre Kaya | Eren Kaya
  Mehmet Ali Yılmaz | Mehmet Can Yılmaz
  Emine Kurt | Emin Kurt
  Aysel Acar | Aysen Acar
  Mohammed Ali | Mahmoud Ali
  Mohammed Hassan | Mohammed Hussein
  Ahmed Nasser | Ahmed Mansour
  Abdullah Khan | Abdulrahman Khan
  Abdulaziz Khan | Abdulkarim Khan
  Hamid Karimi | Hamad Karimi
  Salem Haddad | Salim Haddad
  Khalid Nasser | Khalil Nasser
  Samir Khoury | Samira Khoury
  Amin Saleh | Amina Saleh
  Jamal Aziz | Jalal Aziz
  Farid Mansour | Faris Mansour
  Omar Hakim | Osama Hakim
  Fatima Ali | Aisha Ali
  Acme GmbH | Acme AG
  Acme Ltd | Acme LLC
  Stone Bau GmbH | Stone GmbH
  Stone GmbH | Stone Bau GmbH
  Weber Logistik GmbH | Weber Immobilien GmbH
  Yıldız İnşaat A.Ş. | Yıldız Gıda A.Ş.
  Koç Ltd. Şti. | Koç A.Ş.
  Bob Stone | Stone Ltd
  A GmbH | Acme GmbH
  Global Trading LLC | Gulf Trading LLC
  ... | Bob Stone
  Bob Stone | 123
  Ali | Ali Veli
  Ali Ali | Ali Veli
  Minh | Minh Le
  Ben Carter | Carter
`)

const expected: [PayeeVerdict, [string, string][]][] = [
  ['match', matches],
  ['close', closes],
  ['none', others],
]

test('the verdict is the expected one for every pair of the table', () => {
  const rows = expected.flatMap(([verdict, pairs]) =>
    pairs.map(([typed, holder]) => ({ typed, holder, verdict })),
  )
  expect(rows.length).toBeGreaterThanOrEqual(200)
  const wrong = rows
    .map((row) => ({ ...row, got: payeeVerdict(row.typed, row.holder) }))
    .filter(({ verdict, got }) => got !== verdict)
  expect(wrong).toEqual([])
})

test('another is never taken for the holder, whoever of the two types the name', () => {
  const people = matches.map(([, holder]) => holder)
  const named = others.filter(
    ([typed, holder]) =>
      payeeVerdict(typed, holder) !== 'none' || payeeVerdict(holder, typed) === 'match',
  )
  expect(named).toEqual([])
  // Every holder of the table against every other one, as far as they are not the same person.
  const strangers = people.flatMap((typed) =>
    people
      .filter((holder) => holder !== typed && payeeVerdict(typed, holder) !== 'none')
      .map((holder) => [typed, holder].sort().join(' | ')),
  )
  expect([...new Set(strangers)]).toMatchInlineSnapshot(`
    [
      "Bob Stone | Dr Bob Stone",
      "John Andrew Smith | John Smith Junior",
      "Siobhan O'Brien | Siobhan O’Brien",
      "Juan Delacruz | Juan de la Cruz",
      "Jose Garcia | José García",
      "Soren Kierkegard | Søren Kierkegård",
      "Jan Berg | Jan van den Berg",
      "Hans Mueller | Hans Müller",
      "Juergen Gross | Jürgen Groß",
      "Kaethe Schaefer | Käthe Schäfer",
      "Ursula Leyen | Ursula von der Leyen",
      "Anna Maria Weiss | Anna Maria Weiß",
      "Ozgur Yildiz | Özgür Yıldız",
      "Ayse Yilmaz | Ayşe Yılmaz",
      "Cagla Sahin | Çağla Şahin",
      "Ibrahim Isik | İbrahim Işık",
      "Gokhan Inonu | Gökhan İnönü",
      "Zeynep Koc | Zeynep Koç",
      "Umit Gunes | Ümit Güneş",
      "Mohammed Ali | Muhammad Ali",
      "Mohammad Ali | Muhammad Ali",
      "Mohammad Ali | Mohammed Ali",
      "Abdul Rahman Khan | Abdulrahman Khan",
      "Abdulrahman Khan | Abdurrahman Khan",
      "Abdul Rahman Khan | Abdurrahman Khan",
      "Omar Al Masri | Umar El Masri",
      "Omar al-Masri | Umar El Masri",
      "Omar Al Masri | Omar al-Masri",
      "Acme Limited | Acme Ltd",
      "Mueller Bau GmbH | Müller Bau GmbH",
      "Yildiz Insaat AS | Yıldız İnşaat A.Ş.",
    ]
  `)
})

test('whatever is typed, there is a verdict', () => {
  for (const odd of [
    '',
    ' ',
    '.',
    '🙂',
    '\u0000',
    'a'.repeat(120),
    'x '.repeat(60),
    '-'.repeat(120),
  ]) {
    expect(payeeVerdict(odd, 'Bob Stone')).toBe('none')
    expect(payeeVerdict('Bob Stone', odd)).toBe('none')
  }
  expect(payeeVerdict('محمد علي', 'محمد علي')).toBe('match')
  expect(payeeVerdict('محمد علي', 'محمد حسن')).toBe('none')
})

test('letters of two scripts cannot be compared', () => {
  expect(isComparable('Bob Stone', 'Боб Стоун')).toBe(false)
  expect(isComparable('محمد علي', 'Mohammed Ali')).toBe(false)
  expect(isComparable('محمد علي', 'محمد علي')).toBe(true)
  expect(isComparable('Ayşe Yılmaz', 'Ayse Yilmaz')).toBe(true)
  expect(isComparable('Bob Stone', '4711')).toBe(false)
})
