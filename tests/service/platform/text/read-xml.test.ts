import { describe, expect, test } from 'vitest'
import { plainXml } from '#src/service/platform/adapters/adverts/vast.ts'
import { scanXml, XmlError } from '#src/service/platform/text/read-xml.ts'

const partsOf = (text: string) =>
  [...scanXml(text)].map(part => {
    if (part.type === 'text') return part.text
    if (part.type === 'close') return `/${part.name}`
    return [part.name, ...[...part.attributes].map(([name, value]) => `${name}=${value}`)].join(' ')
  })

test.each([
  ['<a b="1" c=\'x > y\'>t</a>', ['a b=1 c=x > y', 't', '/a']],
  ['<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><a/>', ['a', '/a']],
  ['<a>1 < 2 & 3 &amp; &#1705;&#x6a9; &x;</a>', ['a', '1 < 2 & 3 & کک &x;', '/a']],
  ['<a><!-- <b> --><![CDATA[<c>]]></a >', ['a', '<c>', '/a']],
  ['\ufeff <a x=""/> ', ['a x=', '/a']],
])('%j has its parts', (text, parts) => {
  expect(partsOf(text)).toEqual(parts)
})

test.each([
  ['<a>\n<b></a>', 'line 2: <b> is not closed'],
  ['<a>', 'line 1: the file ends inside <a>'],
  ['</a>', 'line 1: </a> closes nothing'],
  ['<a', 'line 1: a tag has no end'],
  ['<a b=1>', 'line 1: a tag has no end'],
  ['<a><!-- ', 'line 1: "-->" is missing'],
  ['<!DOCTYPE a [', 'line 1: the document type has no end'],
])('%j is refused', (text, message) => {
  expect(() => partsOf(text)).toThrow(message)
})

test('elements that are nested more than 100 deep are refused', () => {
  expect(() => partsOf('<a>'.repeat(101))).toThrow('line 1: elements are nested more than 100 deep')
})

describe('a megabyte of hostile text is read once', () => {
  const SIZE = 1_000_000
  const PARTS = ['<', '<a>', '</a>', '<!--', '<!-->', '<![CDATA[', '<?', '<!', '&', '&#', '\n', ' ']
  PARTS.push('<a ', 'a="', "='", '<a b="1"/>')
  const many = (text: string) => text.repeat(SIZE / text.length)
  test.each(PARTS)('of %j', part => {
    // Each of the texts takes minutes or a stack of 300,000 levels in a parser that is not linear.
    for (const text of [many(part), `<tv>${many(part)}`, `<tv ${many(part)}`])
      try {
        for (const _ of scanXml(text));
      } catch (error) {
        expect(error).toBeInstanceOf(XmlError)
      }
  })
})

describe('an advert server', () => {
  test('gets its document read as plain XML, without comments and declarations', () => {
    expect(
      plainXml('<!DOCTYPE x><VAST v="3"><!-- a --><Ad>1 < 2 & 3<![CDATA[<b>]]></Ad></VAST>'),
    ).toBe('<VAST v="3"><Ad>1 &lt; 2 &amp; 3&lt;b&gt;</Ad></VAST>')
  })

  test('cannot send a document of too many parts', () => {
    expect(() => plainXml(`<VAST>${'<a/>'.repeat(20_000)}</VAST>`)).toThrow('more than 20000 parts')
    expect(() => plainXml('<'.repeat(300_000))).not.toThrow(RangeError)
  })
})
