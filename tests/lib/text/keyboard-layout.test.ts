import { describe, expect, test } from 'vitest'
import { looksMistyped, toOtherLayout } from '#src/lib/text/keyboard-layout.ts'

describe('the text that the same keys type in the other layout', () => {
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
    expect(toOtherLayout(typed)).toBe(meant)
  })

  test('shift types a different letter on some keys, and the same on the others', () => {
    expect(toOtherLayout('Hfd')).toBe('آبی')
    expect(toOtherLayout('Lhvl,G;')).toBe('مارمولک')
  })

  test.each(['مارمولک matrix', '12 34', '۱۲', '', '...', '%%%', 'naïve', 'мир'])(
    '%s has no counterpart',
    text => {
      expect(toOtherLayout(text)).toBe(null)
    },
  )
})

describe('a text that a visitor cannot have meant', () => {
  test.each(['lhvl,g;', '[nhdd', "',vk", "vk'", ';,];', "rock'n'roll"])('%s', text => {
    expect(looksMistyped(text)).toBe(true)
  })

  test.each(['matrix', "ocean's 11", 'm', 'مارمولک', 'salt & pepper', 'mr. bean'])(
    '%s is not one',
    text => {
      expect(looksMistyped(text)).toBe(false)
    },
  )
})
