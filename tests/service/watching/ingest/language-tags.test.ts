import { expect, test } from 'vitest'
import { audioCorrections } from '#src/service/watching/ingest/audio-corrections.ts'
import {
  languageOfTitle,
  toBcp47,
  toRegionalTag,
} from '#src/service/watching/ingest/language-tags.ts'

test.each([
  ['per', 'fa'],
  ['fas', 'fa'],
  ['por', 'pt'],
  ['pol', 'pl'],
  ['swe', 'sv'],
  ['chi', 'zh'],
  ['ckb', 'ckb'],
  ['en', 'en'],
  ['FAS', 'fa'],
  ['fa-IR', 'fa'],
  ['fa_IR', 'fa'],
  ['per-IR', 'fa'],
  ['en-US-x-private', 'en'],
  ['fas,eng', 'fa'],
  ['und,eng', 'en'],
  ['Persian', 'fa'],
  ['farsi', 'fa'],
  ['Farsi (Iran)', 'fa'],
  ['Persian/English', 'fa'],
  ['فارسی', 'fa'],
  ['فارسي', 'fa'],
  ['انگلیسی', 'en'],
  ['ENGLISH', 'en'],
  ['Deutsch', 'de'],
  ['Türkçe', 'tr'],
  ['und', ''],
  ['mul', ''],
  ['qaa', ''],
  ['x', ''],
  ['', ''],
  ['Main', ''],
  ['Klingonese', ''],
  [undefined, ''],
])('the language %s is "%s"', (tag, language) => {
  expect(toBcp47(tag)).toBe(language)
})

test('a region and a script remain if they are asked for', () => {
  expect(['fas_ir', 'zh-hant-tw', 'pt-BR', 'per', 'en-US-x-a'].map(toRegionalTag)).toEqual([
    'fa-IR',
    'zh-Hant-TW',
    'pt-BR',
    'fa',
    'en-US',
  ])
})

test('the title of a track may name its language', () => {
  expect(['English (5.1)', 'فارسی', 'Commentary', 'ad', ''].map(languageOfTitle)).toEqual([
    'en',
    'fa',
    '',
    '',
    '',
  ])
})

test('--audio takes languages in every spelling, and leaves tracks out', () => {
  expect(audioCorrections('2=fa-IR:description, 1=none,3=Persian:main')).toEqual([
    { track: 1, isUnwanted: true },
    { track: 2, language: 'fa', kind: 'description' },
    { track: 3, language: 'fa' },
  ])
  for (const wrong of ['1=none:main', '1=und', 'none', '1=fa,1=none', '0=fa'])
    expect(audioCorrections(wrong)).toBeNull()
})
