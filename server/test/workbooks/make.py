"""Makes the workbooks of this folder with the programs people really use. See README.md for how to run it.

The portal's own writer has no part in it: what is proven here is that we read what others write.
"""

import datetime
import os
import subprocess
import sys
import tempfile
import time

import openpyxl
import uno
import xlsxwriter
from com.sun.star.beans import PropertyValue
from com.sun.star.table.CellHoriJustify import CENTER
from com.sun.star.util import Date

HERE = os.path.dirname(os.path.abspath(__file__))

TURKISH = ["Ürün Kodu", "Miktar", "Teslimat Noktası", "Teslim Tarihi", "Sevkiyat Tipi", "Dış Sipariş No", "Not"]
GERMAN = ["Artikelnummer", "Menge", "Lieferort", "Liefertermin", "Versandart", "Externe Bestellnummer", "Bemerkung"]
ENGLISH = ["Product Code", "Quantity", "Delivery Location", "Delivery Date", "Shipping Type", "External PO Code", "Note"]


def here(name):
    return os.path.join(HERE, name)


# ---- LibreOffice -------------------------------------------------------------------------------------------------


class Office:
    def __enter__(self):
        self.profile = tempfile.mkdtemp()
        self.process = subprocess.Popen(
            ["soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{self.profile}",
             "--accept=socket,host=127.0.0.1,port=2002;urp;"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
        for _ in range(120):
            try:
                context = resolver.resolve("uno:socket,host=127.0.0.1,port=2002;urp;StarOffice.ComponentContext")
                break
            except Exception:
                time.sleep(0.5)
        self.desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        return self

    def __exit__(self, *_):
        try:
            self.desktop.terminate()
        except Exception:
            pass
        self.process.wait()

    def new(self):
        return self.desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (value("Hidden", True),))


def value(name, content):
    property = PropertyValue()
    property.Name, property.Value = name, content
    return property


def save(document, name, kind="Calc MS Excel 2007 XML", **more):
    properties = [value("FilterName", kind)] + [value(key, content) for key, content in more.items()]
    document.storeToURL("file://" + here(name), tuple(properties))


def style(document, cell, code):
    formats, locale = document.NumberFormats, uno.createUnoStruct("com.sun.star.lang.Locale")
    locale.Language, locale.Country = "en", "US"
    key = formats.queryKey(code, locale, False)
    cell.NumberFormat = key if key >= 0 else formats.addNew(code, locale)


def day(document, cell, iso, code="DD.MM.YYYY"):
    null = document.NullDate
    serial = (datetime.date.fromisoformat(iso) - datetime.date(null.Year, null.Month, null.Day)).days
    cell.Value = serial
    style(document, cell, code)


def put(sheet, row, texts, column=0):
    for at, text in enumerate(texts):
        if text is not None:
            sheet.getCellByPosition(column + at, row).String = text


def turkish(office):
    """A title merged over the table, gaps between the lines, formulas, a hidden sheet, and all kinds of cells."""
    document = office.new()
    sheet = document.Sheets.getByIndex(0)
    sheet.Name = "Siparişler"
    title = sheet.getCellRangeByName("A1:G1")
    title.merge(True)
    title.HoriJustify = CENTER
    sheet.getCellByPosition(0, 0).String = "Kasım Siparişleri — İstanbul & Iğdır"
    put(sheet, 2, TURKISH)
    put(sheet, 3, ["8690000000011", None, "GÖZTEPE ŞUBESİ", None, "Road", "PO-2026/001", "Sabah teslim"])
    amount = sheet.getCellByPosition(1, 3)
    amount.Value = 1234.5
    style(document, amount, "#,##0.00")
    day(document, sheet.getCellByPosition(3, 3), "2026-11-30")
    put(sheet, 6, ["00042", "1.234,50", "ÇANKAYA", "30.11.2026", "Sea", "PO-2026/002", "satır 1\nsatır 2"])
    coded = sheet.getCellByPosition(0, 7)
    coded.Value = 42
    style(document, coded, "00000")
    sheet.getCellByPosition(1, 7).Formula = "=B4*2"
    sheet.getCellByPosition(2, 7).Formula = '="KADI"&"KÖY"'
    sheet.getCellByPosition(3, 7).Formula = "=D4+1"
    style(document, sheet.getCellByPosition(3, 7), "DD.MM.YYYY")
    sheet.getCellByPosition(4, 7).Formula = '=IF(1=1;"";"x")'
    sheet.getCellByPosition(5, 7).Formula = "=0.1+0.2"
    sheet.getCellByPosition(6, 7).Formula = "=1/0"
    sheet.getCellByPosition(0, 8).Formula = "=TRUE()"
    sheet.getCellByPosition(1, 8).Formula = "=NA()"
    day(document, sheet.getCellByPosition(3, 8), "2026-11-30", "DD.MM.YYYY HH:MM")
    sheet.getCellByPosition(3, 8).Value += 14.5 / 24
    clock = sheet.getCellByPosition(4, 8)
    clock.Value = 0.5
    style(document, clock, "HH:MM")
    hours = sheet.getCellByPosition(5, 8)
    hours.Value = 1.5
    style(document, hours, "[HH]:MM")
    document.Sheets.insertNewByName("Eski Liste", 1)
    hidden = document.Sheets.getByName("Eski Liste")
    put(hidden, 0, ["gizli"])
    hidden.IsVisible = False
    document.Sheets.insertNewByName("İkinci", 2)
    put(document.Sheets.getByName("İkinci"), 4, [None, "B5"])
    save(document, "libreoffice-turkish.xlsx")
    document.close(True)


def german_1904(office):
    document = office.new()
    null = Date()
    null.Day, null.Month, null.Year = 1, 1, 1904
    document.NullDate = null
    sheet = document.Sheets.getByIndex(0)
    sheet.Name = "Bestellungen"
    put(sheet, 0, GERMAN)
    put(sheet, 1, ["4006381333931", None, "Köln-Süd", None, "Rail", "B-77", "größere Menge"])
    sheet.getCellByPosition(1, 1).Value = 0.1
    day(document, sheet.getCellByPosition(3, 1), "2026-11-30")
    put(sheet, 2, ["4006381333948", "12,5", "Düsseldorf", None, "Air", "B-78"])
    day(document, sheet.getCellByPosition(3, 2), "1904-01-02")
    save(document, "libreoffice-german-1904.xlsx")
    document.close(True)


def foreign(office):
    """The same small table as files that are no .xlsx workbooks, or locked ones."""
    document = office.new()
    put(document.Sheets.getByIndex(0), 0, ENGLISH)
    lock = uno.createUnoStruct("com.sun.star.beans.NamedValue")
    lock.Name, lock.Value = "OOXPassword", "secret"
    kind = uno.createUnoStruct("com.sun.star.beans.NamedValue")
    kind.Name, kind.Value = "CryptoType", "Standard"
    save(document, "locked.xlsx", EncryptionData=uno.Any("[]com.sun.star.beans.NamedValue", (kind, lock)))
    save(document, "old-format.xls", "MS Excel 97")
    save(document, "open-document.ods", "calc8")
    document.close(True)


# ---- openpyxl and XlsxWriter: inline strings -----------------------------------------------------------------------


def openpyxl_inline():
    """The write-only mode: strings stand in the cells, formulas have no results."""
    workbook = openpyxl.Workbook(write_only=True)
    sheet = workbook.create_sheet("Orders")
    sheet.append(ENGLISH)
    sheet.append(["A-100", 12, "Warehouse <North> & Co", datetime.date(2026, 11, 30), "Road", "PO 1", " kept spaces "])
    sheet.append(["A-101", 0.30000000000000004, "Harbour", datetime.datetime(2026, 12, 1, 8, 30), "Sea", None, True])
    sheet.append([])
    sheet.append(["A-102", "=B2*2", "Station", datetime.date(1900, 2, 28), "Rail", "#N/A", "_x0041_"])
    workbook.save(here("openpyxl-inline.xlsx"))


def xlsxwriter_inline_1904():
    """Constant memory mode: inline strings again, by another writer, in the other date system."""
    workbook = xlsxwriter.Workbook(here("xlsxwriter-inline-1904.xlsx"), {"constant_memory": True, "default_date_format": "dd/mm/yyyy"})
    workbook.date_1904 = True
    workbook.worksheet_meta.date_1904 = True
    sheet = workbook.add_worksheet("Orders")
    sheet.date_1904 = True
    sheet.write_row(0, 0, ENGLISH)
    bold = workbook.add_format({"bold": True})
    sheet.write(1, 0, "B-1")
    sheet.write_number(1, 1, 1e21)
    sheet.write_rich_string(1, 2, "plain ", bold, "and bold")
    sheet.write_datetime(1, 3, datetime.datetime(2026, 11, 30))
    sheet.write(1, 4, "Air")
    sheet.write_formula(1, 5, '="PO-"&7', None, "PO-7")
    sheet.write_boolean(1, 6, False)
    sheet.write(2, 0, "B-2")
    sheet.write_number(2, 1, 1e-7)
    workbook.close()


# ---- Gnumeric --------------------------------------------------------------------------------------------------------


def gnumeric():
    """What ssconvert makes of a text table: it decides itself what is a number and what is a date."""
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, "orders.csv")
        with open(table, "w", encoding="utf-8") as out:
            out.write(",".join(GERMAN) + "\n")
            out.write("4006381333931,12.75,Zürich,2026-11-30,Rail,B-1,\n\n")
            out.write("X-9,=B2*4,Genève,2024-02-29,Sea,B-2,#DIV/0!\n")
        subprocess.run(["ssconvert", "--recalc", "-T", "Gnumeric_Excel:xlsx2", table, here("gnumeric.xlsx")], check=True, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    with Office() as office:
        turkish(office)
        german_1904(office)
        foreign(office)
    openpyxl_inline()
    xlsxwriter_inline_1904()
    gnumeric()
    for name in sorted(os.listdir(HERE)):
        print(f"{os.path.getsize(here(name)):>8}  {name}", file=sys.stderr)
