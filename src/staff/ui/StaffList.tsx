/** A list of react-admin with the digits of the language, and without what the console does not offer. */
import MuiPagination from '@mui/material/Pagination'
import PaginationItem from '@mui/material/PaginationItem'
import { List, type ListProps, Pagination, useTranslate } from 'react-admin'
import { numberText } from './words.ts'

const ROWS_PER_PAGE = [25, 50, 100]

export function StaffList(props: ListProps) {
  return <List empty={false} exporter={false} perPage={25} pagination={<Pages />} {...props} />
}

/** The server counts no further than this, and reports one more. */
const COUNTED = 10_000

export function Pages() {
  const translate = useTranslate()
  const shownRows = ({ from, to, count }: { from: number; to: number; count: number }) =>
    translate(count > COUNTED ? 'staff.manyRows' : 'ra.navigation.page_range_info', {
      offsetBegin: numberText(from),
      offsetEnd: numberText(to),
      total: numberText(Math.min(count, COUNTED)),
    })
  return (
    <Pagination
      // The component passes it on, but its type leaves it out.
      {...({ labelDisplayedRows: shownRows } as object)}
      rowsPerPageOptions={ROWS_PER_PAGE.map(value => ({ value, label: numberText(value) }))}
      actions={PageButtons}
    />
  )
}

type ButtonsProps = {
  page: number
  rowsPerPage: number
  count: number
  onPageChange: (event: never, page: number) => void
}

function PageButtons({ page, rowsPerPage, count, onPageChange }: ButtonsProps) {
  const translate = useTranslate()
  const pages = Math.ceil(count / rowsPerPage)
  if (pages <= 1) return null
  return (
    <MuiPagination
      size="small"
      sx={{ flexShrink: 0 }}
      count={pages}
      // The table counts pages from 0, the buttons count from 1.
      page={page + 1}
      onChange={(event, next) => onPageChange(event as never, next - 1)}
      getItemAriaLabel={(type, next) =>
        type === 'page'
          ? translate('ra.navigation.page', { page: numberText(next ?? 1) })
          : translate(`ra.navigation.${type}`)
      }
      renderItem={item => (
        <PaginationItem {...item} page={item.page === null ? null : numberText(item.page)} />
      )}
    />
  )
}
