import { use } from 'react'
import { listComments } from '#src/contract/endpoints/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { api } from '#src/lib/api/browser.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { usePagedList } from '../ui/use-paged-list.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentItem } from './CommentItem.tsx'

type Props = { language: Language; id: string; count: number }
const NAMESPACES = ['library', 'common', 'validation', 'failures'] as const

/** The comments of a title, newest first, loaded page by page. */
export default function Comments({ language, id, count }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const pages = usePagedList(from => api(listComments, { params: { id }, query: from }))
  const { items, state } = pages
  const total = state === 'loading' && items.length === 0 ? count : pages.total
  return (
    <section
      id="comments"
      className="page-width mt-14 scroll-mt-20"
      aria-labelledby="comments-title"
    >
      <h2 id="comments-title" className="heading m-0 mb-5">
        {t('library.comments')}{' '}
        {total > 0 && (
          <span className="ms-2 text-base font-500 text-muted">
            {t('library.comments.count', { count: total })}
          </span>
        )}
      </h2>
      <div className="grid gap-8 max-w-[51.25rem]">
        <CommentForm t={t} language={language} contentId={id} onSent={pages.put} />
        {items.length > 0 && (
          <ul className="list-none m-0 p-0 grid gap-7">
            {items.map(comment => (
              <CommentItem key={comment.id} t={t} language={language} comment={comment} />
            ))}
          </ul>
        )}
        <LoadMore
          pages={pages}
          t={t}
          texts={{
            loading: t('library.comments.loading'),
            more: t('library.comments.more'),
          }}
          skeleton={{ count: 3, className: 'h-20 rounded-2xl' }}
        />
        {state === 'ready' && items.length === 0 && (
          <EmptyState icon="i-lucide-message-circle" title={t('library.comments.empty')} />
        )}
      </div>
    </section>
  )
}
