import { describe, expect, test } from 'vitest'
import { inOtherLayout, looksWrong } from '#src/lib/text/keyboard-layout.ts'

describe('what the same keys write in the other layout', () => {
  test.each([
    ['lhvl,g;', 'مارمولک'],
    ['nvfhvi hgd', 'درباره الی'],
    ['[nhdd', 'جدایی'],
    [']ihvakfi s,vd', 'چهارشنبه سوری'],
    ['hgd 2', 'الی 2'],
    ['هدزثحفهخد', 'inception'],
    ['فاث پشفقهط ۲', 'the matrix ۲'],
    ['زشسشذمشدزش', 'casablanca'],
    ['سحهیثق-ئشد', 'spider-man'],
    ['ئق. ذثشد', 'mr. bean'],
    ['صاشفگس عح؟', "what's up؟"],
    [';,];', 'کوچک'],
    ['lvn uk;f,jd: twg n,l', 'مرد عنکبوتی: فصل دوم'],
    ['lvn-uk;f,jd!', 'مرد-عنکبوتی!'],
    ['hgd ۲', 'الی ۲'],
    // Some keyboards send Arabic yeh and kaf.
    ['يهدلث', 'dinge'],
    ['كهدل', ';ing'],
    ['‎هدزثحفهخد', 'inception'],
  ])('%s is %s', (typed, meant) => {
    expect(inOtherLayout(typed)).toBe(meant)
  })

  test('shift writes another letter on some keys, and the same on the others', () => {
    expect(inOtherLayout('Hfd')).toBe('آبی')
    expect(inOtherLayout('Lhvl,G;')).toBe('مارمولک')
  })

  test.each(['مارمولک matrix', '12 34', '۱۲', '', '...', '%%%', 'naïve', 'мир'])(
    '%s has nothing there',
    text => {
      expect(inOtherLayout(text)).toBe(null)
    },
  )
})

describe('a text that nobody would mean', () => {
  test.each(['lhvl,g;', '[nhdd', "',vk", "vk'", ';,];', "rock'n'roll"])('%s', text => {
    expect(looksWrong(text)).toBe(true)
  })

  test.each(['matrix', "ocean's 11", 'm', 'مارمولک', 'salt & pepper', 'mr. bean'])(
    'not %s',
    text => {
      expect(looksWrong(text)).toBe(false)
    },
  )
})
